# SPDX-License-Identifier: BSD-3-Clause
"""How far the simulation of this machine is from it, and the bands that follow.

Usage: simulated_against_measured.py COMOPS [--turns N] [--measured FILE,...] [--simulated FILE,...]
[--details] [OPTION OF comops run...]
       simulated_against_measured.py --left-out

Measures a campaign of two ranks and simulates the same cells with `--platform this`, N times in
turns (or takes the results files of such campaigns), and prints, of the medians: the median error,
for each pattern and protocol the error at each size, how many pairs of protocols within a pattern
are in the right order, of those whose measured intervals are apart, how often the faster one of
threads and MPI is right where the measured times differ by a tenth, and rows of bands.csv. The
ping-pong that was the curve of MPI's messages is marked and not counted.

`--left-out` predicts each size of the public curves of a Skylake's socket from the others.
"""

import argparse
import csv
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from band_rows import band_row  # noqa: E402
from tables import cells_of, head, row  # noqa: E402

from comops.common.sizes import size_text  # noqa: E402
from comops_simulate.curve import Curve  # noqa: E402

PUBLIC = Path(__file__).with_name("pingpong-skylake-2x12-one-socket.csv")
CURVE = ("pingpong", "mpi", "sendrecv")  # was measured for the simulation
APART = 1.1  # of measured times
NEAR = 0.2
SIZES = "8,64,512,1K,4K,16K,32K,64K,128K,256K,512K,1M,2M,4M"
Key = tuple  # pattern, path, protocol, bytes, series


def key_of(cell: dict) -> Key:
    return tuple(cell.get(name) for name in ("pattern", "path", "protocol", "bytes", "series"))


def measured_of(files: list[Path]) -> dict[Key, tuple[float, float, float]]:
    """Time, and its interval, of each cell; of several campaigns the medians."""
    by_key = defaultdict(list)
    for file in files:
        for cell in cells_of(file):
            if cell["ranks"] == 2 and cell["ci95_us"]:
                by_key[key_of(cell)].append((cell["time_us"], *cell["ci95_us"]))
    return {key: tuple(map(median, zip(*times))) for key, times in by_key.items()}


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
    for (pattern, path, protocol, series), by_size in rows.items():
        middle = median(abs(error) for error, _ in by_size.values())
        entries = [f"{by_size[size][0]:+.0%}{'*' * by_size[size][1]}" if size in by_size else ""
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
        for first, second in combinations(keys, 2):
            (time, low, high), (time2, low2, high2) = measured[first], measured[second]
            if low <= high2 and low2 <= high:
                continue
            if (time < time2) == (simulated[first] < simulated[second]):
                right += 1
            else:
                wrong.append((first, second))
    return right, right + len(wrong), wrong


def winners(measured: dict, simulated: dict[Key, float]) -> tuple[int, int, list[str]]:
    """How often the path of the fastest protocol is right where it is clearly faster, of how many
    operations and sizes; and where it is not. `direct` is the same code over both paths."""
    groups = defaultdict(lambda: defaultdict(list))
    for key in simulated:
        if (key[1], key[2]) != ("mpi", "direct"):
            groups[key[0], key[3], key[4]][key[1]].append(key)
    right, wrong = 0, []
    for (pattern, size, _), paths in groups.items():
        if len(paths) < 2:
            continue
        times = {key: measured[key][0] for keys in paths.values() for key in keys}
        (fast, first), (slow, _) = sorted((min(map(times.get, keys)), path)
                                          for path, keys in paths.items())
        if slow < APART * fast:
            continue
        _, ours = min((min(map(simulated.get, keys)), path) for path, keys in paths.items())
        if ours == first:
            right += 1
        else:
            wrong.append(f"{pattern} {size}: {first} by {slow / fast:.2f}")
    return right, right + len(wrong), wrong


def band_rows(measured: dict, simulated: dict[Key, float], fitted: set[Key]) -> list[str]:
    """Rows of bands.csv: what nine tenths of the cells take, over what was simulated."""
    rows = []
    for path in dict.fromkeys(key[1] for key in simulated):
        factors = [measured[key][0] / simulated[key] for key in simulated
                   if key[1] == path and key not in fitted]
        if len(factors) > 1:
            rows.append(band_row(f"{path}, calibrated", factors, "two ranks of this machine"))
    return rows


def public_curves() -> list[Curve]:
    """One socket of a Skylake, over several libraries."""
    points: dict[tuple[str, str], list] = {}
    with PUBLIC.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if int(row["bytes"]):
                points.setdefault((row["library"], row["statistic"]), []).append(
                    (int(row["bytes"]), float(row["time_us_one_way"])))
    return [Curve(library, tuple(sorted(pairs)), str(PUBLIC.name))
            for (library, _), pairs in points.items()]


def left_out() -> None:
    """Prints of each library's curve how many sizes are within 20 % of what the others predict."""
    every = []
    print(head("library", "sizes", "median error", "within 20 %", "others"))
    for curve in public_curves():
        errors = {size: replace(curve, points=tuple(
                      point for point in curve.points if point[0] != size)).time_us(size) / time - 1
                  for size, time in curve.points}
        far = {size: error for size, error in errors.items() if abs(error) > NEAR}
        every += errors.values()
        print(row(curve.library, len(errors), f"{median(map(abs, errors.values())):.1%}",
                  len(errors) - len(far),
                  ", ".join(f"{size_text(size)} {error:+.0%}" for size, error in far.items())))
    print(f"\n{sum(abs(error) <= NEAR for error in every)} of {len(every)} within 20 %")


def say(title: str, errors: list[float]) -> None:
    if errors:
        near = sum(error <= 0.2 for error in errors)
        print(f"{title}: median error {median(errors):.1%} of {len(errors)} cells, "
              f"{near} within 20 %")


def report(measured: dict, simulated: dict[Key, float], fitted: set[Key], details: bool) -> None:
    errors = {key: simulated[key] / measured[key][0] - 1 for key in simulated}
    for path in dict.fromkeys(key[1] for key in errors):
        say(path, [abs(e) for key, e in errors.items() if key[1] == path and key not in fitted])
    say("all paths", [abs(e) for key, e in errors.items() if key not in fitted])
    say("the curve", [abs(errors[key]) for key in fitted & errors.keys()])
    right, count, wrong = winners(measured, simulated)
    print(f"threads or MPI, measured difference over {APART - 1:.0%}: {right} of {count} right")
    for place in wrong:
        print(f"  wrong: {place}")
    for path in (*dict.fromkeys(key[1] for key in errors), None):
        right, count, wrong = order(measured, simulated, path)
        print(f"order of protocols, {path or 'all paths'}: {right} of {count} pairs right")
        for first, second in wrong if details else []:
            print(f"  wrong: {first[0]} {first[3]}: {'/'.join(first[1:3])} "
                  f"{measured[first][0]:.3g} us ({simulated[first]:.3g}), "
                  f"{'/'.join(second[1:3])} {measured[second][0]:.3g} us "
                  f"({simulated[second]:.3g})")
    print("\n" + "\n".join(table(errors, fitted)))


def arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("comops", nargs="?")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--measured")
    parser.add_argument("--simulated")
    parser.add_argument("--left-out", action="store_true")
    parser.add_argument("--details", action="store_true")
    return parser.parse_known_args()


def main() -> None:
    options, more = arguments()
    if options.left_out:
        left_out()
        return
    files, models = (list(map(Path, named.split(","))) if named else []
                     for named in (options.measured, options.simulated))
    with tempfile.TemporaryDirectory() as name:
        for turn in range(0 if files and models else options.turns):
            folder = Path(name, str(turn))
            folder.mkdir()
            if not options.measured:
                files.append(campaign_run(options.comops, more, folder))
            models.append(simulate(options.comops, list(measured_of(files)), folder))
        measured, simulated = measured_of(files), defaultdict(list)
        for cell in [cell for file in models for cell in cells_of(file)]:
            simulated[key_of(cell)].append(cell["time_us"])
    common = {key: median(simulated[key]) for key in measured if key in simulated}
    if not common:
        sys.exit("no cell was both measured and simulated")
    fitted = {key for key in common if key[:3] == CURVE}
    report(measured, common, fitted, options.details)
    print("\nkind,low,high,cells,source", *band_rows(measured, common, fitted), sep="\n")
    rows = [{"/".join(key[:3]) for key in keys} for keys in (measured, common)]
    if missing := sorted(rows[0] - rows[1]):
        print(f"\nmeasured, not simulated: {', '.join(missing)}")


main()
