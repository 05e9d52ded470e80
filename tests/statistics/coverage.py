# SPDX-License-Identifier: BSD-3-Clause
# ruff: noqa: E402 (the path comes first)
"""How often our intervals hold what they should: docs/statistics.md has the worst figures.

    python tests/statistics/coverage.py

prints the coverage, in per cent, and the mean number of launches of each kind of noise under each
rule for ending a measurement; then, where something lasts a whole campaign, how many intervals of a
campaign hold the median of nine others (now), and how many intervals of so many campaigns hold the
ratio of the next one (here); then how many intervals of one ratio of several sizes hold the
truth; and how many hold that of the usual distance where rounds at another one differ. The same
seed gives the same figures.
"""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    import source_tree  # noqa: F401

import numpy as np
from drawn import DRAWS, KINDS, SEED, Figures, pseudomedian_of, ratio_of, simulate

from comops.statistics.intervals import median, next_interval
from comops.statistics.pooling import pooled_of, series_of_ratios
from comops.statistics.ratios import Logs, ratio_between, ratio_of_turns, rounds_between

REPETITIONS = 4000

STATEMENTS = "median", "ratio", "alone"  # that are held against the truth: drawn.simulate
Row = tuple[str, str, Figures]  # the noise, the statement


def rows(repetitions: int) -> list[Row]:
    return [(kind.name, what, figures) for kind in KINDS
            for what, figures in simulate(kind, repetitions).items()]


def worst(table: list[Row], rule: str, what: str) -> float:
    """Per cent."""
    return 100 * min(figures[rule][0] for _, kind, figures in table if kind == what)


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


# One ratio of several sizes: the distribution of what a launch does to all of them, and of what it
# does to each. Sizes have 30 launches to 9, as those that are soon precise end early.
POOLED = "normal", "skewed", "heavy", "modes"
POOLED_LAUNCHES, DEVIATION = (30, 27, 24, 21, 18, 15, 12, 9), 0.03


def luck(shape: str, size: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
    if shape == "skewed":
        return random.exponential(size=size) - 1
    if shape == "heavy":
        return random.standard_t(3, size)
    if shape == "modes":
        return (random.random(size) < 0.3) * 4.0 + 0.3 * random.standard_normal(size)
    return random.standard_normal(size)


def pooled(shape: str, repetitions: int) -> tuple[float, float]:
    """The share of intervals that hold the truth, and the median half-width. The truth is the
    pseudomedian of very many launches."""
    random = np.random.default_rng(SEED)

    def drawn(launches: int, sizes: int) -> np.ndarray:
        return DEVIATION * (luck(shape, (1, launches), random)
                            + luck(shape, (sizes, launches), random))

    truth, held, halves = pseudomedian_of(drawn(DRAWS, 1)[0]), 0, []
    for _ in range(repetitions):
        logs = drawn(max(POOLED_LAUNCHES), len(POOLED_LAUNCHES))
        series = [series_of_ratios(dict(enumerate(np.exp(log[:count]), start=1)))
                  for log, count in zip(logs, POOLED_LAUNCHES, strict=True)]
        low, high = pooled_of(series).ci95
        held += low <= math.exp(truth) <= high
        halves.append((high - low) / 2)
    return held / repetitions, median(halves)


NEAR_LAUNCHES, FAR_LAUNCHES, DIFFERENCES = 12, 7, (0.0, 0.5, 1.0, 1.5, 2.0)


def elsewhere(difference: float, repetitions: int) -> tuple[float, float]:
    """The shares of intervals that hold the usual distance's ratio, and of those that also use the
    rounds at another one, where its logarithm differs by so many standard deviations."""
    random, shares = np.random.default_rng(SEED), np.zeros(2)
    for _ in range(repetitions):
        logs = random.standard_normal((NEAR_LAUNCHES + FAR_LAUNCHES, 1))
        logs[NEAR_LAUNCHES:] += difference
        parts = np.full_like(logs, np.nan), np.full_like(logs, np.nan)
        parts[0][:NEAR_LAUNCHES], parts[1][NEAR_LAUNCHES:] = (
            logs[:NEAR_LAUNCHES], logs[NEAR_LAUNCHES:])
        zeros = np.zeros_like(logs)
        ratio = ratio_between(rounds_between(Logs(zeros, zeros), Logs(*parts)))
        shares += ratio.ci95[0] <= 1 <= ratio.ci95[1], ratio.elsewhere.used
    return tuple((shares / repetitions).tolist())


def main() -> None:
    table = rows(REPETITIONS)
    rules = list(table[0][-1])
    print(*rules, "noise", sep="\t")
    for noise, what, figures in table:
        print(*(f"{100 * held:.1f} ({launches:.1f})" for held, launches in figures.values()),
              f"{noise}: {what}", sep="\t")
    for what in STATEMENTS:
        print(*(f"{worst(table, rule, what):.1f}" for rule in rules), f"worst {what}", sep="\t")
    print("now", *(f"here, {count}" for count in FROM), "lasts a campaign", sep="\t")
    for name, how in LASTING.items():
        shares = campaigns(*how, REPETITIONS)
        print(*(f"{100 * share:.1f}" for share in shares), name, sep="\t")
    print("holds", "half-width", "launches", sep="\t")
    for shape in POOLED:
        print(*(f"{100 * share:.1f}" for share in pooled(shape, REPETITIONS // 2)), shape, sep="\t")
    print("holds", "used", "another distance, by standard deviations", sep="\t")
    for difference in DIFFERENCES:
        shares = elsewhere(difference, REPETITIONS)
        print(*(f"{100 * share:.1f}" for share in shares), difference, sep="\t")


if __name__ == "__main__":
    main()
