# SPDX-License-Identifier: BSD-3-Clause
"""How often our intervals hold what they should: docs/statistics.md has the worst figures.

    python tests/analysis/coverage.py

prints the coverage, in per cent, and the mean number of launches of each kind of noise under each
rule for ending a measurement; the same seed gives the same figures.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from drawn import KINDS, Figures, simulate

REPETITIONS = 4000

Row = tuple[str, str, Figures]  # the noise, what is held against the truth


def rows(repetitions: int) -> list[Row]:
    return [(kind.name, what, figures) for kind in KINDS
            for what, figures in simulate(kind, repetitions).items()]


def worst(found: list[Row], rule: str) -> float:
    """Per cent."""
    return 100 * min(figures[rule][0] for *_, figures in found)


def main() -> None:
    found = rows(REPETITIONS)
    rules = list(found[0][-1])
    print(*rules, "noise", sep="\t")
    for noise, what, figures in found:
        print(*(f"{100 * held:.1f} ({launches:.1f})" for held, launches in figures.values()),
              f"{noise}: {what}", sep="\t")
    print(*(f"{worst(found, rule):.1f}" for rule in rules), "worst", sep="\t")


if __name__ == "__main__":
    main()
