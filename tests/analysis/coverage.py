# SPDX-License-Identifier: BSD-3-Clause
"""How often our intervals hold what they should: docs/statistics.md has the worst figures.

    python tests/analysis/coverage.py

prints the coverage, in per cent, and the mean number of launches of each kind of noise under each
rule for ending a measurement; then, where something lasts a whole campaign, how many intervals of a
campaign hold the median of nine others (now), and how many intervals of so many campaigns hold the
ratio of the next one (here). The same seed gives the same figures.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import numpy as np
from drawn import KINDS, SEED, Figures, ratio_of, simulate

from analysis.intervals import median, next_interval
from analysis.ratios import ratio_of_turns

REPETITIONS = 4000

STATEMENTS = "median", "ratio", "alone"  # that are held against the truth: drawn.simulate
Row = tuple[str, str, Figures]  # the noise, the statement


def rows(repetitions: int) -> list[Row]:
    return [(kind.name, what, figures) for kind in KINDS
            for what, figures in simulate(kind, repetitions).items()]


def worst(found: list[Row], rule: str, what: str) -> float:
    """Per cent."""
    return 100 * min(figures[rule][0] for _, one, figures in found if one == what)


# What lasts a campaign: relative standard deviations, distributions. Launches differ by WITHIN.
LASTING = {"nothing": (0.0, "normal"), "1 %": (0.01, "normal"), "3 %": (0.03, "normal"),
           "3 %, skewed (exponential)": (0.03, "skewed"),
           "3 %, heavy-tailed (Student's t, 3 degrees)": (0.03, "heavy"),
           "10 % in one of five campaigns": (0.1, "state")}
WITHIN, PER_CAMPAIGN, CAMPAIGNS = 0.02, 9, 10  # launches, campaigns
FROM = (3, 5, 9)


def lasting(shape: str, random: np.random.Generator) -> np.ndarray:
    if shape == "skewed":
        return random.exponential(size=CAMPAIGNS)
    if shape == "heavy":
        return random.standard_t(3, CAMPAIGNS)
    if shape == "state":
        return random.random(CAMPAIGNS) < 0.2
    return random.standard_normal(CAMPAIGNS)


def campaigns(deviation: float, shape: str, repetitions: int) -> list[float]:
    """The shares of now, and of here from each of FROM."""
    random, held = np.random.default_rng(SEED), np.zeros(1 + len(FROM))
    for _ in range(repetitions):
        noise = WITHIN * random.standard_normal((CAMPAIGNS, PER_CAMPAIGN))
        launches = np.exp(deviation * lasting(shape, random)[:, None] + noise)
        ratios = ratio_of(launches).value.tolist()
        said = [(ratio_of_turns(np.ones(PER_CAMPAIGN), launches[0]).ci95, median(ratios[1:]))]
        said += [(next_interval(ratios[:count]), ratios[count]) for count in FROM]
        held += [low <= truth <= high for (low, high), truth in said]
    return (held / repetitions).tolist()


def main() -> None:
    found = rows(REPETITIONS)
    rules = list(found[0][-1])
    print(*rules, "noise", sep="\t")
    for noise, what, figures in found:
        print(*(f"{100 * held:.1f} ({launches:.1f})" for held, launches in figures.values()),
              f"{noise}: {what}", sep="\t")
    for what in STATEMENTS:
        print(*(f"{worst(found, rule, what):.1f}" for rule in rules), f"worst {what}", sep="\t")
    print("now", *(f"here, {count}" for count in FROM), "lasts a campaign", sep="\t")
    for name, how in LASTING.items():
        shares = campaigns(*how, REPETITIONS)
        print(*(f"{100 * share:.1f}" for share in shares), name, sep="\t")


if __name__ == "__main__":
    main()
