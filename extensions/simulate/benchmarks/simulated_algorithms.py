# SPDX-License-Identifier: BSD-3-Clause
"""direct against the best published algorithm on simulated machines: simulated_algorithms.py FILE.

Of a results file of several machines, for barrier, broadcast and allreduce of small messages: what
direct takes with all cores, the fastest of the published algorithms, and the ratio of the two, at
most 1.5 (`!` beyond that).

    comops simulate --platform all --paths threads --patterns barrier,broadcast,allreduce \\
        --protocols direct,dissemination,tournament,combining_tree,binomial_tree,\\
recursive_doubling,xhc --sizes 8 --ranks 8,16,32,64,all -o algorithms.jsonl
    python extensions/simulate/benchmarks/simulated_algorithms.py algorithms.jsonl
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, most_ranks, row  # noqa: E402

OURS = "direct"
PATTERNS = ("barrier", "broadcast", "allreduce")
AIM = 1.5
Times = dict[str, float]  # by protocol, us


def times_of(cells: list[dict]) -> dict[tuple[str, str, int], Times]:
    """The times by machine, pattern and ranks."""
    times: dict[tuple[str, str, int], Times] = {}
    for cell in cells:
        if cell["pattern"] in PATTERNS:
            place = cell["placement"], cell["pattern"], cell["ranks"]
            times.setdefault(place, {})[cell["protocol"]] = cell["time_us"]
    return times


def best_of(times: Times) -> tuple[float, str]:
    return min((time, name) for name, time in times.items() if name != OURS)


def ratio_text(times: Times) -> str:
    best, name = best_of(times)
    ratio = times[OURS] / best
    return f"{times[OURS]:.3g} / {best:.3g} {name} = {ratio:.2f}{'!' * (ratio > AIM)}"


def ratios_print(times: dict[tuple[str, str, int], Times], cores: dict[str, int]) -> None:
    """Prints the times with all cores."""
    print(head("machine", "cores", *PATTERNS))
    for machine, most in cores.items():
        print(row(machine, most, *(ratio_text(times[machine, pattern, most])
                                   for pattern in PATTERNS)))
    ratios = [us[OURS] / best_of(us)[0] for place, us in times.items()
              if place[2] == cores[place[0]]]
    print(f"\n{sum(ratio <= AIM for ratio in ratios)} of {len(ratios)} within {AIM}, the worst "
          f"{max(ratios):.2f}; with fewer ranks "
          f"{sum(us[OURS] <= AIM * best_of(us)[0] for us in times.values()) - len(ratios)} of "
          f"{len(times) - len(ratios)}.\n")


def main() -> None:
    cells = cells_of(sys.argv[1])
    times, cores = times_of(cells), most_ranks(cells)
    print(f"## {OURS} / best published algorithm with all cores, microseconds\n")
    ratios_print(times, cores)


main()
