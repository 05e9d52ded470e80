# SPDX-License-Identifier: BSD-3-Clause
"""How far the simulation of this machine is from it.

Usage: simulated_against_measured.py COMOPS [--measured FILE,...] [--simulated FILE] [--fitted
LIST] [OPTION OF comops run...]

Measures a campaign of two ranks (or takes the results files of several such campaigns), simulates
the same cells with `--platform this`, and prints: the median error, for each pattern and protocol
the error at each size, and how many pairs of protocols within a pattern are in the right order,
of those whose measured intervals are apart. `--fitted` names cells (PATTERN/PATH/PROTOCOL/BYTES)
from which parameters were fitted: they are marked and left out of the median.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, row  # noqa: E402

from comops.common.sizes import size_text  # noqa: E402

SIZES = "8,64,512,1K,4K,16K,32K,64K,128K,256K,512K,1M,2M,4M"
Key = tuple  # pattern, path, protocol, bytes, series


def key_of(cell: dict) -> Key:
    return tuple(cell.get(name) for name in ("pattern", "path", "protocol", "bytes", "series"))


def measured_of(files: list[Path]) -> dict[Key, tuple[float, float, float]]:
    """Time, and its interval, of each cell; of several campaigns the medians."""
    found = defaultdict(list)
    for file in files:
        for cell in cells_of(file):
            if cell["ranks"] == 2 and cell["ci95_us"]:
                found[key_of(cell)].append((cell["time_us"], *cell["ci95_us"]))
    return {key: tuple(map(median, zip(*times))) for key, times in found.items()}


def campaign_run(comops: str, options: list[str], folder: Path) -> Path:
    file = folder / "measured.jsonl"
    subprocess.run([comops, "run", "-q", "--ranks", "2", "--placements", "bus", "--sizes", SIZES,
                    "--tuning", "off",  # as the simulation
                    *options, "-o", str(file)], check=True)
    return file


def simulate(comops: str, keys: list[Key], folder: Path) -> Path:
    file = folder / "simulated.jsonl"
    names = [",".join(dict.fromkeys(key[i] for key in keys)) for i in (0, 1)]
    sizes = ",".join(map(str, sorted({key[3] for key in keys} - {0}))) or "8"
    subprocess.run([comops, "simulate", "-q", "--platform", "this", "--ranks", "2",
                    "--patterns", names[0], "--paths", names[1], "--protocols", "all",
                    "--sizes", sizes, "-o", str(file)], stdout=subprocess.DEVNULL, check=False)
    return file


def table(errors: dict[Key, float], fitted: set[Key]) -> list[str]:
    """A row for each pattern and protocol, a column for each size."""
    rows = defaultdict(dict)
    for key, error in errors.items():
        rows[key[:3] + key[4:]][key[3]] = error, key in fitted
    sizes = sorted({key[3] for key in errors})
    lines = [head("operation over", "median", *map(size_text, sizes))]
    for (pattern, path, protocol, series), found in rows.items():
        middle = median(abs(error) for error, _ in found.values())
        entries = [f"{found[size][0]:+.0%}{'*' * found[size][1]}" if size in found else ""
                   for size in sizes]
        name = f"{pattern} {path}/{protocol}" + (f" {series}" if series else "")
        lines.append(row(name, f"{middle:.0%}", *entries))
    return lines


def order(measured: dict, simulated: dict[Key, float], path: str | None) -> tuple[int, int, list]:
    """Pairs whose measured intervals are apart: how many are in the right order, and of how many;
    and those that are not."""
    groups = defaultdict(list)
    for key in simulated:
        if path in (None, key[1]):
            groups[key[0], key[3], key[4]].append(key)
    right, wrong = 0, []
    for keys in groups.values():
        for one, other in combinations(keys, 2):
            (time, low, high), (time2, low2, high2) = measured[one], measured[other]
            if low <= high2 and low2 <= high:
                continue
            if (time < time2) == (simulated[one] < simulated[other]):
                right += 1
            else:
                wrong.append((one, other))
    return right, right + len(wrong), wrong


def say(title: str, errors: list[float]) -> None:
    if errors:
        near = sum(error <= 0.2 for error in errors)
        print(f"{title}: median error {median(errors):.1%} of {len(errors)} cells, "
              f"{near} within 20 %")


def report(measured: dict, simulated: dict[Key, float], fitted: set[Key], details: bool) -> None:
    errors = {key: simulated[key] / measured[key][0] - 1 for key in simulated}
    for path in dict.fromkeys(key[1] for key in errors):
        say(path, [abs(e) for key, e in errors.items() if key[1] == path and key not in fitted])
    say("fitted", [abs(errors[key]) for key in fitted & errors.keys()])
    for path in (*dict.fromkeys(key[1] for key in errors), None):
        right, count, wrong = order(measured, simulated, path)
        print(f"order of protocols, {path or 'all paths'}: {right} of {count} pairs right")
        for one, other in wrong if details else []:
            print(f"  wrong: {one[0]} {one[3]}: {'/'.join(one[1:3])} {measured[one][0]:.3g} us "
                  f"({simulated[one]:.3g}), {'/'.join(other[1:3])} {measured[other][0]:.3g} us "
                  f"({simulated[other]:.3g})")
    print("\n" + "\n".join(table(errors, fitted)))


def arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("comops")
    parser.add_argument("--measured")
    parser.add_argument("--simulated", type=Path)
    parser.add_argument("--fitted", default="")
    parser.add_argument("--details", action="store_true")
    return parser.parse_known_args()


def main() -> None:
    options, more = arguments()
    fitted = {tuple(cell.split("/")[:3]) + (int(cell.split("/")[3]), None)
              for cell in options.fitted.split(",") if cell}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = (list(map(Path, options.measured.split(","))) if options.measured else
                 [campaign_run(options.comops, more, folder)])
        measured = measured_of(files)
        file = options.simulated or simulate(options.comops, list(measured), folder)
        simulated = {key_of(cell): cell["time_us"] for cell in cells_of(file)}
    common = {key: simulated[key] for key in measured if key in simulated}
    if not common:
        sys.exit("no cell was both measured and simulated")
    report(measured, common, fitted, options.details)
    rows = [{"/".join(key[:3]) for key in keys} for keys in (measured, common)]
    if missing := sorted(rows[0] - rows[1]):
        print(f"\nmeasured, not simulated: {', '.join(missing)}")


main()
