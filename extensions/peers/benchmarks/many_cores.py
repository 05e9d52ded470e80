# SPDX-License-Identifier: BSD-3-Clause
"""The campaign of docs/howto/nodes.md: threads against every MPI library, with up to 16 ranks.

    python extensions/peers/benchmarks/many_cores.py --comops build/comops/cli/comops

Takes less than 20 minutes on a machine with 4 cores or more. Writes the results file, named after
the machine, and prints how many times as long the fastest MPI takes as `direct`.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, row  # noqa: E402

CORES_LEAST, CANNOT_RUN = 4, 77
RANKS = (2, 4, 8, 16)
PATTERNS = "pingpong,broadcast,reduce,gather,scatter,allreduce,alltoall,barrier"
PROTOCOLS = "barrier,direct,library,sendrecv"
SIZES = "8,4K,256K"
BUDGET = "15m"


def libraries(names: list[str] | None, folder: Path | None) -> dict[str, Path]:
    """The prefixes of the MPI libraries that can be had, with their own settings."""
    from comops_peers import obtain
    from comops_peers.programs import Unavailable, complain

    prefixes = {}
    for name in names if names is not None else obtain.MPI_PEERS:
        try:
            prefixes[name] = obtain.PEERS[name].obtain(
                (folder or obtain.default_folder()).resolve(), obtain.PEERS[name].version)
        except (Unavailable, OSError) as error:
            complain(f"without {name}: {error}")
    return prefixes


def file_name(machine: dict) -> str:
    """"many-cores-amd-epyc-9654-192.jsonl": model and cores."""
    model = machine["summary"].split(", ")[0]
    words = re.sub(r"\((R|TM)\)|\b(CPU|Processor|\d+-Core)\b|@.*", " ", model)
    return "-".join(["many-cores", *re.findall(r"[a-z0-9]+", words.lower()),
                     str(machine["usable_cores"])]) + ".jsonl"


def words_of(options: argparse.Namespace, ranks: list[int], prefixes: dict[str, Path]) -> list[str]:
    """The command line of the campaign."""
    paths = ["threads", "mpi", *(f"mpi@{name}" for name in prefixes)]
    words = ["run", "--ranks", ",".join(map(str, ranks)), "--placements", "bus",
             "--patterns", PATTERNS, "--paths", ",".join(paths),
             "--protocols", PROTOCOLS, "--sizes", options.sizes, "--budget", options.budget,
             "--output", str(options.output)]
    if prefixes:
        words += ["--mpi", ",".join(f"{name}={prefix}" for name, prefix in prefixes.items())]
    return words + ["--dry-run"] * options.dry_run


def fastest(cells: list[dict], path: str) -> float | None:
    """Microseconds, over `direct` alone or over any protocol of any MPI library."""
    times = [cell["time_us"] for cell in cells if cell["path"].partition("@")[0] == path
             and (cell["protocol"] == "direct") == (path == "threads")]
    return min(times, default=None)


def print_table(file: Path, ranks: list[int]) -> None:
    """MPI over direct: a row for each operation and size, a column for each number of ranks."""
    places: dict[tuple, list[dict]] = {}
    for cell in cells_of(file):
        places.setdefault((cell["pattern"], cell["bytes"], cell["ranks"]), []).append(cell)
    print(head("operation", "bytes", *(f"{count} ranks" for count in ranks)))
    for pattern, size in dict.fromkeys(place[:2] for place in places):
        factors = []
        for count in ranks:
            cells = places.get((pattern, size, count), [])
            ours, theirs = fastest(cells, "threads"), fastest(cells, "mpi")
            factors.append(f"{theirs / ours:.2f}" if ours and theirs else "")
        print(row(pattern, size, *factors))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", default=None, metavar="LIST",
                        help="default: 2, 4, 8 and 16, as many as there are cores")
    parser.add_argument("--sizes", default=SIZES, help="default: %(default)s")
    parser.add_argument("--budget", default=BUDGET, help="default: %(default)s")
    parser.add_argument("--peers", default=None, metavar="LIST",
                        type=lambda text: [word for word in text.split(",") if word],
                        help="MPI libraries (default: all); an empty list is none")
    parser.add_argument("--folder", type=Path, help="where they are installed")
    parser.add_argument("-o", "--output", type=Path, help="default: named after the machine")
    parser.add_argument("--dry-run", action="store_true", help="print the plan; measure nothing")
    parser.add_argument("--comops", default="comops", help="the program (default: %(default)s)")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    program = options.comops
    machine = json.loads(subprocess.check_output([program, "machine", "--json"]))
    options.output = options.output or Path(file_name(machine))
    cores = machine["usable_cores"]
    if options.ranks is None and cores < CORES_LEAST:
        print(f"this machine has {cores} cores; the campaign needs {CORES_LEAST}, or --ranks",
              file=sys.stderr)
        return CANNOT_RUN
    ranks = ([int(word) for word in options.ranks.split(",")] if options.ranks
             else [count for count in RANKS if count <= cores])
    prefixes = {} if options.dry_run else libraries(options.peers, options.folder)
    status = subprocess.run([program, *words_of(options, ranks, prefixes)], check=False).returncode
    if not options.dry_run and options.output.exists():
        print_table(options.output, ranks)
    return status


if __name__ == "__main__":
    sys.exit(main())
