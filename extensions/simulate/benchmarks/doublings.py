# SPDX-License-Identifier: BSD-3-Clause
"""Counts how often twice the bytes take less time: doublings.py FILE.

Of a results file of simulated machines: how many doublings of the size are faster by more than the
margin of a verdict, for each known reason, and one by one those for which none is known.

    comops simulate --platform all --paths threads --patterns pingpong,broadcast,reduce,gather,\\
scatter --protocols barrier,direct --ranks 2,16 --sizes 8:64K -o doublings.jsonl
    python extensions/simulate/benchmarks/doublings.py doublings.jsonl
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of  # noqa: E402

from comops.statistics.decisions import FASTER, decision_exact  # noqa: E402

LINE = 64
SHARED = "gather and scatter over barrier: slices smaller than a line share it"
THRESHOLD = "reduce over direct: trials of other patterns choose up to which size it uses lines"
UNKNOWN = "no known reason"


def reason_of(pattern: str, protocol: str, ranks: int, size: int) -> str:
    if protocol == "barrier" and pattern in ("gather", "scatter") and size < LINE:
        return SHARED
    return THRESHOLD if (protocol, pattern) == ("direct", "reduce") and ranks > 2 else UNKNOWN


def main() -> None:
    times = {(cell["placement"], cell["pattern"], cell["protocol"], cell["ranks"], cell["bytes"]):
             cell["time_us"] for cell in cells_of(sys.argv[1])}
    ratios = {place: us / times[twice] for place, us in times.items()
              if (twice := (*place[:-1], 2 * place[-1])) in times}
    faster = {place: ratio for place, ratio in ratios.items() if decision_exact(ratio) == FASTER}
    counts = Counter(reason_of(*place[1:]) for place in faster)
    print(f"{len(faster)} of {len(ratios)} doublings take less time:")
    for reason in (SHARED, THRESHOLD, UNKNOWN):
        print(f"{counts[reason]} {reason}")
    for place, ratio in faster.items():
        if reason_of(*place[1:]) == UNKNOWN:
            print(f"  {' '.join(map(str, place))} bytes: {ratio:.2f} times the time of twice")


main()
