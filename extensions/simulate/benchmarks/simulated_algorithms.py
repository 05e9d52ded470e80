# SPDX-License-Identifier: BSD-3-Clause
"""direct against the best published algorithm on simulated machines: simulated_algorithms.py FILE.

Of a results file of several machines, for barrier, broadcast and allreduce of small messages: what
direct takes with all cores, the fastest of the published algorithms, and the ratio of the two, at
most 1.5 (`!` beyond that); then how the time grows from 8 to 64 ranks.

    comops simulate --platform all --paths threads --patterns barrier,broadcast,allreduce \\
        --protocols direct,dissemination,tournament,combining_tree,binomial_tree,\\
recursive_doubling,xhc --sizes 8 --ranks 8,16,32,64,all -o algorithms.jsonl
    python extensions/simulate/benchmarks/simulated_algorithms.py algorithms.jsonl

Growth is allowed as that of log2 P + the levels in which the ranks lie on the machine, times the
mean time that a line takes between two of them, which depends on how far apart they are.
"""

import sys
from itertools import permutations
from math import log2
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, most_ranks, row  # noqa: E402

from comops_simulate.descriptions.known import known_machine  # noqa: E402

OURS = "direct"
PATTERNS = ("barrier", "broadcast", "allreduce")
FEW, MANY = 8, 64  # ranks
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


def levels_of(machine: dict, ranks: int) -> int:
    """The levels of caches, nodes and sockets that divide the first ranks, and their whole."""
    cores = machine["cores"][:ranks]
    parts = [len({tuple(core[name] for name in names) for core in cores})
             for names in (("socket", "node", "llc"), ("socket", "node"), ("socket",))]
    return 1 + len({count for count in parts if 1 < count < ranks})


def allowed_growth(name: str) -> float:
    machine = known_machine(name)
    few, many = ((log2(ranks) + levels_of(machine, ranks)) * fmean(
        machine["transfer_ns"][a][b] for a, b in permutations(range(ranks), 2))
                 for ranks in (FEW, MANY))
    return many / few


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


def growth_print(times: dict[tuple[str, str, int], Times], cores: dict[str, int]) -> None:
    print(head("machine", "allowed", *PATTERNS))
    kept = total = 0
    for machine, most in cores.items():
        if most < MANY:
            continue
        allowed = allowed_growth(machine)
        growths = [times[machine, pattern, MANY][OURS] / times[machine, pattern, FEW][OURS]
                   for pattern in PATTERNS]
        print(row(machine, f"{allowed:.1f}",
                  *(f"{growth:.1f}{'!' * (growth > allowed)}" for growth in growths)))
        kept += sum(growth <= allowed for growth in growths)
        total += len(growths)
    print(f"\n{kept} of {total} as allowed.")


def main() -> None:
    cells = cells_of(sys.argv[1])
    times, cores = times_of(cells), most_ranks(cells)
    print(f"## {OURS} / best published algorithm with all cores, microseconds\n")
    ratios_print(times, cores)
    print(f"## Time with {MANY} ranks over that with {FEW}\n")
    growth_print(times, cores)


main()
