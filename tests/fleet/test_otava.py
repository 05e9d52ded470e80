# SPDX-License-Identifier: BSD-3-Clause
"""Change points against Apache Otava, in an environment of its own: it needs an older NumPy.

COMOPS_OTAVA names a Python that has Otava; without it, one is made in a temporary folder.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path

import numpy as np

from fleet.history.points import change_points

OTAVA = "apache-otava==0.8.0"
DAYS, SERIES, STEPPED = 60, 40, 20
SMALLEST, P = 0.02, 0.001  # as Otava's default
ASK = """
import json, sys
from otava.analysis import compute_change_points
for values in json.load(sys.stdin):
    found, _ = compute_change_points(values, window_len=60, max_pvalue=%g, min_magnitude=%g)
    print(json.dumps([int(point.index) for point in found]))
""" % (P, SMALLEST)


def python_with_otava(folder: Path) -> str:
    """A Python that has it; exits 77 where it cannot be installed."""
    named = os.environ.get("COMOPS_OTAVA")
    if named:
        return named
    venv.create(folder, with_pip=True)
    python = str(folder / "bin/python")
    done = subprocess.run([python, "-m", "pip", "install", "-q", OTAVA], capture_output=True,
                          text=True, check=False, timeout=600)
    if done.returncode:
        why = (done.stderr.strip() or "pip failed").splitlines()[-1]
        print(f"skipped: {OTAVA} cannot be installed: {why}")
        sys.exit(77)
    return python


def series() -> tuple[np.ndarray, list[list[int]]]:
    """Logarithms with one or two steps of 5 % or more, or none, and where these are."""
    chance = np.random.default_rng(5)
    values = 0.005 * chance.standard_normal((DAYS, SERIES))
    steps: list[list[int]] = [[] for _ in range(SERIES)]
    for at in range(STEPPED):
        places = sorted({int(chance.integers(5, 28)), int(chance.integers(33, 56))}
                        if at % 2 else {int(chance.integers(5, 56))})
        for place in places:
            values[place:, at] += float(chance.choice([-1, 1])) * chance.uniform(0.05, 0.1)
        steps[at] = places
    return values, steps


def same(some: list[int], others: list[int]) -> bool:
    """Whether both are the same places, or next to them."""
    return len(some) == len(others) and all(
        abs(one - other) <= 1 for one, other in zip(some, others, strict=True))


class Otava(unittest.TestCase):
    def test_all_steps_are_found_and_otava_mostly_finds_the_same(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "otava"
        values, steps = series()
        done = subprocess.run([python_with_otava(folder), "-I", "-c", ASK],
                              input=json.dumps(np.exp(values).T.tolist()), capture_output=True,
                              text=True, check=True, timeout=600)
        theirs = list(map(json.loads, done.stdout.splitlines()))
        ours: list[list[int]] = [[] for _ in range(SERIES)]
        for point in change_points(values, P, np.log1p(SMALLEST)):
            ours[point.series].append(point.split)
        self.assertTrue(all(map(same, ours, steps)), (ours, steps))
        agreed = sum(map(same, ours, theirs))
        print(f"Otava finds the same in {agreed} of {SERIES} series")
        self.assertGreaterEqual(agreed, 0.9 * SERIES, (ours, theirs))
