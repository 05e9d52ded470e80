# SPDX-License-Identifier: BSD-3-Clause
"""Measurements of a pair of cells, drawn at random, many at a time: launches of rounds, each a
block of samples of both in another place, while the machine drifts. What comops would report of
them is held against the truth."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from comops.statistics.levels import (ROUNDS_FIRST, LaunchMoments, Levels, levels_rounds,
                                      ratio_shrunk)
from comops.statistics.looks import look_after
from comops.statistics.modes import modes_of_ratios
from comops.statistics.ratios import LAUNCHES as LAUNCHES_LEAST
from comops.statistics.rows import median_rows, rows_of
from comops.statistics.walsh import interval_of, pseudomedian, walsh_averages

SEED = 1
SAMPLES = 5  # of a block
LAUNCHES = 60  # about what a default campaign's time is good for
LAUNCH_COST = 4  # rounds
PRECISION, TRUE_RATIO, DRIFT, CORRELATION = 0.02, 1.25, 0.05, 0.9
DRAWS = 200_000  # for a median that is not known otherwise


class Kind(NamedTuple):
    """Relative standard deviations of samples, launches and rounds, and their distributions;
    `drifts`: the machine's speed walks, so that no cell has a median of its own."""

    name: str
    noise: str
    samples: float
    launches: float = 0.0
    drifts: bool = False
    rounds: float = 0.0
    shape: str = "normal"  # of launches and rounds


KINDS = (
    Kind("normal, 10 %", "normal", 0.1),
    Kind("log-normal, 30 %", "log-normal", 0.3),
    Kind("two modes, 1 and 1.5, of 70 and 30 % of the samples", "modes", 0.02),
    Kind("two modes, 1 and 1.2, of 70 and 30 % of the launches", "normal", 0.02, 0.01,
         shape="modes"),
    Kind("autocorrelated within a launch (AR(1), 0.9), 5 %", "autocorrelated", 0.05),
    Kind("normal, 2 %, and launches that differ by 1 %", "normal", 0.02, 0.01),
    Kind("normal, 2 %, and launches that differ by 2 %", "normal", 0.02, 0.02),
    Kind("normal, 2 %, and launches that differ by 4 %", "normal", 0.02, 0.04),
    Kind("normal, 10 %, on a machine that drifts by 5 % a round", "normal", 0.1, drifts=True),
    Kind("log-normal, 30 %, on a machine that drifts by 5 % a round", "log-normal", 0.3,
         drifts=True),
    Kind("normal, 2 %, launches that differ by 2 %, on a machine that drifts by 5 % a round",
         "normal", 0.02, 0.02, drifts=True),
    Kind("normal, 2 %; launches by 5 %, rounds by 5 %", "normal", 0.02, 0.05, rounds=0.05),
    Kind("normal, 2 %; launches by 2 %, rounds by 8 %", "normal", 0.02, 0.02, rounds=0.08),
    Kind("normal, 2 %; skewed launches (exponential), 5 %, and rounds, 5 %", "normal", 0.02, 0.05,
         rounds=0.05, shape="skewed"),
    Kind("log-normal, 30 %; skewed launches (exponential), 10 %, and rounds, 10 %", "log-normal",
         0.3, 0.1, rounds=0.1, shape="skewed"),
    Kind("normal, 2 %; heavy-tailed launches (Student's t, 2 degrees), 3 %, and rounds, 3 %",
         "normal", 0.02, 0.03, rounds=0.03, shape="heavy"),
    Kind("two modes, 1 and 1.2, of 70 and 30 % of the rounds", "normal", 0.02, rounds=0.01,
         shape="modes"),
)
# When measuring ends: at six launches, the first look; at the first look at which the interval is
# narrow enough, or the ratio's is; or one look later.
RULES = {"six": (None, False), "own": ("own", False), "later": ("own", True),
         "run": ("ratio", True)}


class Noise:
    """Draws what a kind describes."""

    def __init__(self, kind: Kind, random: np.random.Generator) -> None:
        self.kind, self.random = kind, random

    def factors(self, deviation: float, shape: tuple[int, ...]) -> np.ndarray:
        """What launches or rounds multiply a time by."""
        random = self.random
        if not deviation:
            return np.ones(shape)
        if self.kind.shape == "skewed":
            return np.exp(deviation * (random.exponential(size=shape) - math.log(2)))
        if self.kind.shape == "heavy":
            return np.exp(deviation * random.standard_t(2, shape))
        high = random.random(shape) < 0.3 if self.kind.shape == "modes" else np.False_
        return np.where(high, 1.2, 1) + deviation * random.standard_normal(shape)

    def blocks(self, measurements: int, rounds: int) -> np.ndarray:
        """The medians of the blocks of a launch, [measurement, round]."""
        kind, shape = self.kind, (measurements, rounds, SAMPLES)
        z = self.random.standard_normal(shape)
        if kind.noise == "log-normal":
            values = np.exp(kind.samples * z)
        elif kind.noise == "modes":
            values = np.where(self.random.random(shape) < 0.3, 1.5, 1) + kind.samples * z
        elif kind.noise == "autocorrelated":
            values = 1 + kind.samples * self.correlated(z.reshape(measurements, -1)).reshape(shape)
        else:
            values = 1 + kind.samples * z
        launches = self.factors(kind.launches, (measurements, 1))
        rounds_too = self.factors(kind.rounds, (measurements, rounds))
        return np.median(values, axis=-1) * launches * rounds_too

    def correlated(self, z: np.ndarray) -> np.ndarray:
        """AR(1) along the second axis, from what are independent normal values."""
        state = self.random.standard_normal(len(z))
        for column in z.T:
            state = CORRELATION * state + math.sqrt(1 - CORRELATION**2) * column
            column[:] = state
        return z

    def pseudomedian(self) -> float:
        """The true one of the times of launches of ROUNDS_FIRST rounds."""
        return math.exp(pseudomedian_of(np.log(
            np.median(self.blocks(DRAWS, ROUNDS_FIRST), axis=-1))))

    def median(self) -> float:
        """The true median of the times of such launches."""
        return float(np.median(np.median(self.blocks(DRAWS, ROUNDS_FIRST), axis=-1)))


@dataclass
class Statement:
    """What comops says of a median or a ratio, of many measurements."""

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def narrow(self) -> np.ndarray:
        return (self.high - self.low) / 2 / self.value <= PRECISION

    def holds(self, truth: float) -> np.ndarray:
        return (self.low <= truth) & (truth <= self.high)


class Measurements:
    """Many measurements of a pair of cells; the second takes TRUE_RATIO times as long."""

    def __init__(self, noise: Noise, count: int) -> None:
        self.noise = noise
        self.rounds = np.full(count, ROUNDS_FIRST)
        self.speed = np.ones(count)
        self.times = np.empty((count, 0))  # of the launches of the first cell
        self.ratios = np.empty((count, 0))
        self.logs = np.empty((3, count, 0))  # members of Launches

    def take_launch(self) -> None:
        count, most = len(self.rounds), int(self.rounds.max())
        void = np.arange(most) >= self.rounds[:, None]
        steps = DRIFT * self.noise.random.standard_normal((count, most)) * self.noise.kind.drifts
        speed = self.speed[:, None] * np.exp(np.where(void, 0, steps).cumsum(axis=1))
        self.speed = speed[:, -1]
        a, b = (np.where(void, np.nan, speed * factor * self.noise.blocks(count, most))
                for factor in (1, TRUE_RATIO))
        logs = np.log(b / a)
        means = np.nanmean(logs, axis=1)
        squares = np.nansum((logs - means[:, None]) ** 2, axis=1)
        self.times = append(self.times, median_rows(a))
        self.ratios = append(self.ratios, median_rows(b / a))
        self.logs = append(self.logs, np.stack([self.rounds, means, squares]))

    def plan(self) -> None:
        """How many rounds the next launches have."""
        launches, rounds, _ = (part.tolist() for part in LaunchMoments(*self.logs).levels())
        ratios = [Levels(*pair).ratio for pair in zip(launches, rounds, strict=True)]
        taken, pooled = self.logs.shape[-1], float(np.median(ratios))
        self.rounds = np.array([
            levels_rounds(ratio_shrunk(ratio, taken, pooled), LAUNCH_COST, 1, before)
            for ratio, before in zip(ratios, self.rounds.tolist(), strict=True)])

    def median(self) -> Statement:
        rows = rows_of(self.times)
        return Statement(rows.median(), *rows.interval())

    def ratio(self) -> Statement:
        return ratio_of(self.ratios)

    def alone(self) -> Statement:
        """The ratio to a cell whose times are all 1."""
        return ratio_of(self.times)

    def keep(self, which: np.ndarray) -> None:
        self.rounds, self.speed, self.times, self.ratios = (
            values[which] for values in (self.rounds, self.speed, self.times, self.ratios))
        self.logs = self.logs[:, which]


def pseudomedian_of(values: np.ndarray) -> float:
    """The pseudomedian of very many: half of all means of two lie below."""
    values = np.sort(values)
    low, high = float(values[0]), float(values[-1])
    while high - low > 1e-6:
        middle = (low + high) / 2
        below = values.searchsorted(2 * middle - values).mean() / len(values)
        low, high = (middle, high) if below < 0.5 else (low, middle)
    return low


def ratio_of(launches: np.ndarray) -> Statement:
    """As comops reports it."""
    logs = np.log(launches)
    averages = walsh_averages(logs)
    value, low, high = map(np.exp, (pseudomedian(averages),
                                    *interval_of(averages, launches.shape[-1])))
    for at, modes in enumerate(map(modes_of_ratios, logs)):
        if modes:
            low[at], high[at] = min(low[at], modes.low), max(high[at], modes.high)
    return Statement(value, low, high)


def append(values: np.ndarray, more: np.ndarray) -> np.ndarray:
    return np.concatenate([values, more[..., None]], axis=-1)


@dataclass
class Tally:
    """How often a rule's interval held the truth, and how many launches it took, in all."""

    open: np.ndarray
    narrow: np.ndarray  # at the look before
    held: int = 0
    launches: int = 0

    def look(self, rule: tuple[str | None, bool], statement: Statement, shown: np.ndarray,
             truth: float, launches: int) -> None:
        end, later = rule
        narrow = {None: np.full(len(shown), True), "own": statement.narrow, "ratio": shown}[end]
        ended = self.open & ((self.narrow if later else narrow) | (launches == LAUNCHES))
        self.narrow = narrow
        self.held += int(statement.holds(truth)[ended].sum())
        self.launches += launches * int(ended.sum())
        self.open = self.open & ~ended


Figures = dict[str, tuple[float, float]]  # by rule: coverage and mean number of launches


def simulate(kind: Kind, repetitions: int) -> dict[str, Figures]:
    """The figures of the median, of the ratio of two cells with the same noise, whose distribution
    is symmetric, and of the ratio to a cell without any. If the machine drifts, only the second has
    a true value."""
    noise = Noise(kind, np.random.default_rng(SEED))
    tally = _simulate(noise, {"ratio": TRUE_RATIO}, "ratio", repetitions)
    if kind.drifts:
        return tally
    # What is typical of launches whose rounds are skewed depends on how many they are.
    truths = {"median": noise.median(), "alone": noise.pseudomedian()}
    return tally | _simulate(noise, truths, "alone", repetitions, planned=False)


def _simulate(noise: Noise, truths: dict[str, float], shown: str, repetitions: int,
              planned: bool = True) -> dict[str, Figures]:
    measured = Measurements(noise, repetitions)
    tallies = {what: {rule: Tally(*np.array([[True], [False]]).repeat(repetitions, axis=1))
                      for rule in RULES} for what in truths}
    every = [tally for rules in tallies.values() for tally in rules.values()]
    due = LAUNCHES_LEAST
    for launches in range(1, LAUNCHES + 1):
        measured.take_launch()
        if launches not in (due, LAUNCHES):
            continue
        due = look_after(launches, math.inf)
        said = {what: getattr(measured, what)() for what in truths}
        for what, rules in tallies.items():
            for rule, tally in rules.items():
                tally.look(RULES[rule], said[what], said[shown].narrow, truths[what], launches)
        if planned:
            measured.plan()
        left = np.any([tally.open for tally in every], axis=0)
        if not left.any():
            break
        measured.keep(left)
        for tally in every:
            tally.open, tally.narrow = tally.open[left], tally.narrow[left]
    return {what: {rule: (tally.held / repetitions, tally.launches / repetitions)
                   for rule, tally in rules.items()}
            for what, rules in tallies.items()}
