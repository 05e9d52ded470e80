# SPDX-License-Identifier: BSD-3-Clause
"""How often what is planted is found, and how often something is where nothing is: minutes."""

import pytest

import pairs
from analysis.comparing.comparison import compare
from analysis.comparing.rules import VIOLATED, outcome_of, rule_of
from pairs import launches_of
from twins import slowed

pytestmark = pytest.mark.often

LIMIT = rule_of("slower:5%")
PAIRS = 20


def test_of_the_cells_of_20_self_comparisons_at_most_5_percent_are_called_changed():
    compared = [compare([launches_of(seed)], [launches_of(1000 + seed)]) for seed in range(PAIRS)]
    assert sum(len(one.changed) for one in compared) <= 0.05 * sum(one.tested for one in compared)
    assert sum(bool(one.wholes) for one in compared) <= 2
    assert sum(outcome_of(LIMIT, one).outcome == VIOLATED for one in compared) <= 1


def test_campaigns_of_different_precision_are_called_changed_no_more_often():
    compared = [
        compare([launches_of(seed)], [launches_of(2000 + seed, launches=6, noise=2.0)])
        for seed in range(PAIRS)
    ]
    assert sum(len(one.changed) for one in compared) <= 0.05 * sum(one.tested for one in compared)
    assert sum(outcome_of(LIMIT, one).outcome == VIOLATED for one in compared) <= 2


def test_one_implementation_5_percent_slower_is_found_9_times_of_10():
    """The implementations over threads; MPI's vary more from launch to launch."""
    lines = sorted({tuple(line[:3]) for line in pairs.LINES if line[1] == "threads"})
    found = []
    for at in range(PAIRS):
        pattern, path, protocol = lines[at % len(lines)]
        new = launches_of(4000 + at, slowed(pattern, (path, protocol), 1.05))
        comparison = compare([launches_of(3000 + at)], [new])
        named = [(one.key.pattern, one.key.protocol) for one in comparison.wholes]
        found.append((pattern, protocol) in named)
    assert sum(found) >= 0.9 * len(found)
