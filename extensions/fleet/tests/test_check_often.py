# SPDX-License-Identifier: BSD-3-Clause
"""How often what is planted in large fleets is found, and how often good nodes are accused."""

import unittest
from collections import Counter
from dataclasses import replace

import numpy as np

from comops_fleet.check.judge import sweep_check
from synthetic import HEAVY, HEAVY_NODES, NORMAL, STRATA, fleet

NODES = 10_000
SWEEPS = 4
EACH = 50  # planted nodes of each shift in a sweep
FAMILIES = ({"pattern": "pingpong"}, {"pattern": "gather"}, {"pattern": "reduce"}, {"path": "mpi"})
SHIFTS = (0.03, 0.05)


def faults(chance: np.random.Generator):
    """Node, shift and family; an empty family is the whole node."""
    nodes = iter(chance.permutation(NODES).tolist())
    for shift in SHIFTS:
        for at in range(EACH):
            yield next(nodes), shift, {}
            yield next(nodes), shift, FAMILIES[at % len(FAMILIES)]


class Often(unittest.TestCase):
    def accused(self, noise, sweeps=SWEEPS, nodes=NODES, strata=STRATA) -> int:
        return sum(len(sweep_check(fleet(nodes, noise=noise, seed=seed, strata=strata).sweep).odd)
                   for seed in range(sweeps))

    def test_good_nodes_are_accused_at_most_once_a_sweep_of_10000(self):
        for noise in (NORMAL, HEAVY, HEAVY_NODES):
            self.assertLessEqual(self.accused(noise), SWEEPS, noise)

    def test_shifts_of_5_percent_are_found_with_99_percent_and_of_3_with_95(self):
        for noise in (NORMAL, HEAVY):
            planted, named = Counter(), Counter()
            for seed in range(SWEEPS):
                made = fleet(NODES, noise=noise, seed=100 + seed)
                wanted = list(faults(np.random.default_rng(seed)))
                for node, shift, family in wanted:
                    made.slow(node, shift, **family)
                seen = sweep_check(made.sweep)
                odd = set(seen.odd)
                planted.update((shift, bool(family)) for _, shift, family in wanted)
                named.update((shift, bool(family)) for node, shift, family in wanted
                             if node in odd)
                self.assertLessEqual(len(odd & made.good), 0.05 * len(odd))
            for kind, count in planted.items():
                least = 0.99 if kind[0] == 0.05 else 0.95
                self.assertGreaterEqual(named[kind] / count, least, (noise, kind))

    def test_a_single_slow_node_of_10000_is_found(self):
        made = fleet(NODES, noise=HEAVY, seed=200)
        made.slow(4711, 0.03)
        self.assertEqual(sweep_check(made.sweep).odd, [4711])

    def test_of_fleets_of_few_nodes_at_most_one_in_ten_accuses_a_good_one(self):
        for nodes in (3, 4, 8, 19, 20, 40):
            sweeps = [sweep_check(fleet(nodes, 60, noise=replace(NORMAL, node=0.03), seed=seed,
                                  strata=STRATA[:1], missing=0).sweep).odd for seed in range(200)]
            self.assertLessEqual(sum(map(bool, sweeps)), 0.1 * len(sweeps), nodes)
