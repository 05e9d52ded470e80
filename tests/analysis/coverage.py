# SPDX-License-Identifier: BSD-3-Clause
"""How often our intervals hold what they should.

    python tests/analysis/coverage.py

makes docs/method/coverage.md anew; the same seed gives the same figures.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from drawn import KINDS, Figures, simulate

PAGE = ROOT / "docs/method/coverage.md"
REPETITIONS = 4000
TEXT = """# Coverage of the intervals

How often an interval of comops, nominally 95 %, contains the true value: {repetitions} simulated
measurements of a pair of cells for each row, from a fixed seed. As in `comops run`, a launch
consists of rounds, and a round of a block of 5 samples of each cell. There are 3 rounds at first,
later as many as `analysis/` finds best for launches that cost as much as 4 rounds. Medians,
intervals and levels are those of `analysis/` ([method.md](../method.md#intervals)). The true ratio
is 1.25, the true time the median over all rounds of all launches. Chance alone changes these
figures by {chance:.1f}. `python tests/analysis/coverage.py` makes this page; a test simulates
fewer measurements and fails if a figure differs by more than chance explains.

Stopping rules:
- **six**: after six launches, whatever they show. The exact coverage of the median of independent
  launches is then 96.9 %.
- **own**: at the first of 6, 9, 12, 15, 17, 18, 20 ... 30 launches at which the interval in
  question is within 2 %. An interval that happens to be narrow ends the measurement and misses the
  truth more often: {own:.1f} % coverage in the worst row.
- **later**: one look after "own": {later:.1f} % in the worst row, for {more:.1f} more launches on
  average.
- **run**: as `comops run` ends a group, one look after the first at which the ratio, which is what
  it shows, is within 2 %. For a ratio this is the same as "later".

The mean number of launches is in parentheses.

| noise | of the | six | own | later | run |
|---|---|---|---|---|---|
{rows}

If the machine drifts from round to round, a cell has no median of its own, independent of the
drift; the ratio has.

These figures do not apply if launches are more alike the closer they are in time. One campaign
alone cannot show that; `comops compare` of two campaigns can.
"""

Row = tuple[str, str, Figures]  # the noise, what is held against the truth


def rows(repetitions: int) -> list[Row]:
    return [(kind.name, what, figures) for kind in KINDS
            for what, figures in simulate(kind, repetitions).items()]


def page(found: list[Row], repetitions: int) -> str:
    def worst(rule: str) -> float:
        return 100 * min(figures[rule][0] for *_, figures in found)

    more = sum(figures["later"][1] - figures["own"][1] for *_, figures in found) / len(found)
    lines = ["| " + " | ".join([noise, what, *(f"{100 * coverage:.1f} ({launches:.1f})"
                                               for coverage, launches in figures.values())]) + " |"
             for noise, what, figures in found]
    chance = 100 * 2 * (0.95 * 0.05 / repetitions) ** 0.5
    return TEXT.format(repetitions=repetitions, chance=chance, own=worst("own"),
                       later=worst("later"), more=more, rows="\n".join(lines))


if __name__ == "__main__":
    PAGE.write_text(page(rows(REPETITIONS), REPETITIONS), encoding="utf-8")
