# SPDX-License-Identifier: BSD-3-Clause
"""The check of a sweep: its statistics, and what is planted in small fleets."""

import itertools
import tempfile
import unittest
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from comops.statistics.significance import discoveries
from comops_fleet.check.answers import check_text, effect_text
from comops_fleet.check.facts import GIB, differences_of, states_of, strata_of
from comops_fleet.check.families import Family, narrowest
from comops_fleet.check.judge import sweep_check
from comops_fleet.check.scores import FEW, null_of
from comops_fleet.check.sweep import LOST, sweep_read
from folders import noisy_sweep, sweep_write
from synthetic import HEAVY, STRATA, Noise, fleet

ONE = STRATA[:1]


def said(checked) -> dict[str, list[int]]:
    """The nodes of each kind of verdict."""
    kinds: dict[str, list[int]] = {}
    for verdict in checked.verdicts:
        kinds.setdefault(verdict.kind, []).append(verdict.node)
    return {kind: sorted(nodes) for kind, nodes in kinds.items()}


class Statistics(unittest.TestCase):
    def setUp(self):
        self.chance = np.random.default_rng(7)

    def test_discoveries_are_those_of_scipy(self):
        from scipy.stats import false_discovery_control

        for size in (1, 5, 300):
            p = self.chance.random(size) ** 3
            np.testing.assert_array_equal(discoveries(p, 0.05),
                                          false_discovery_control(p) <= 0.05)

    def test_the_tails_of_a_large_fleet_are_those_of_its_distribution(self):
        from scipy.stats import t

        for freedom in (3, 6, 1e9):
            values = 0.1 + 0.004 * t.rvs(freedom, size=20_000, random_state=self.chance)
            null = null_of(values)
            self.assertAlmostEqual(null.centre, 0.1, delta=2e-4)
            for probability in (1e-2, 1e-4):
                limit = 0.004 * t.isf(probability, freedom)
                self.assertAlmostEqual((null.limit(probability) - 0.1) / limit, 1, delta=0.15)
            p = null.p(np.array([0.12, 0.1, np.nan]))
            score = (0.12 - null.centre) / null.scale
            self.assertAlmostEqual(p[0] / t.sf(score, null.freedom), 1, places=4)
            self.assertEqual(list(p[1:]), [1, 1])

    def test_of_few_nodes_the_slow_ones_are_compared_with_the_others_alone(self):
        from scipy.stats import t

        good = np.array([0.01, 0.0, -0.01, 0.005, -0.004, 0.002, -0.003])
        null = null_of(np.append(good, [0.2, 0.3]))
        self.assertAlmostEqual(null.centre, good.mean())
        self.assertAlmostEqual(null.scale, good.std(ddof=1) * np.sqrt(1 + 1 / 7))
        self.assertAlmostEqual(null.p(np.array([0.02]))[0],
                               t.sf((0.02 - null.centre) / null.scale, 6), places=12)
        self.assertAlmostEqual(null_of(good).scale, good.std(ddof=1) * np.sqrt(1 + 1 / 7))

    def test_two_nodes_do_not_tell_which_of_them_is_slow(self):
        self.assertIsNone(null_of(np.array([0.0, 0.5, np.nan])))

    def test_what_slow_nodes_do_to_a_large_fleet_does_not_hide_them(self):
        values = 0.004 * self.chance.standard_normal(2000)
        before = null_of(values).limit(1e-5)
        values[:60] += 0.5
        self.assertLess(null_of(values).limit(1e-5), 1.2 * before)


class Facts(unittest.TestCase):
    def test_nodes_are_compared_with_those_of_their_processor_memory_and_partition(self):
        facts = [{"cpu": "A", "memory_bytes": 256 * GIB - at * 10**6} for at in range(6)]
        facts += [{"cpu": "A", "memory_bytes": 512 * GIB}] * 2 + [{"cpu": "B"}]
        facts += [{"cpu": "A", "memory_bytes": 256 * GIB, "partition": "test"}]
        strata = strata_of(facts)
        self.assertEqual([stratum.nodes.tolist() for stratum in strata],
                         [[0, 1, 2, 3, 4, 5], [6, 7], [8], [9]])
        self.assertEqual([stratum.name for stratum in strata],
                         ["A, 256 GiB", "A, 512 GiB", "B", "A, 256 GiB, partition test"])

    def test_a_node_that_lost_memory_is_misconfigured_not_a_stratum(self):
        small = fleet(8, 20, strata=ONE)
        small.misconfigured(3, memory_bytes=704 * GIB)
        (stratum,) = strata_of(small.sweep.facts)
        differences, _ = differences_of(small.sweep.facts, stratum.nodes)
        self.assertEqual(list(differences), [3])
        self.assertEqual((differences[3][0].fact, differences[3][0].alike), ("memory_bytes", 7))

    def test_what_belongs_to_the_node_itself_is_no_difference(self):
        plain = fleet(8, 20, strata=ONE).sweep
        self.assertEqual(differences_of(plain.facts, np.arange(8)), ({}, []))
        for at, facts in enumerate(plain.facts):
            facts["kernel"] = f"6.1.0-{at % 2}"
        _, (split,) = differences_of(plain.facts, np.arange(8))
        self.assertEqual((split.fact, sorted(split.values)),
                         ("kernel", [("6.1.0-0", 4), ("6.1.0-1", 4)]))

    def test_a_hot_node_is_explained_not_accused(self):
        hot = fleet(30, 120, strata=ONE, missing=0)
        hot.sweep.facts[7] |= {"temperature_max": 97.0, "throttle_count": 4000}
        self.assertEqual(sweep_check(hot.sweep).verdicts, [])
        hot.slow(7, 0.1)
        (verdict,) = sweep_check(hot.sweep).verdicts
        facts = [(difference.fact, difference.value) for difference in verdict.differences]
        self.assertEqual(facts, [("temperature_max", 97.0), ("throttle_count", 4000.0)])
        self.assertEqual(list(states_of(hot.sweep.facts, np.arange(30))), [7])


class Planted(unittest.TestCase):
    def test_each_fault_is_named_as_what_it_is_and_nothing_else(self):
        planted = fleet(600, 250, noise=HEAVY)
        planted.slow(5, 0.05)
        planted.slow(100, 0.05, pattern="gather")
        planted.slow(333, 0.08, path="mpi")
        planted.noisy(40, 0.08)
        planted.broken(200, 3, 4, 5)
        planted.misconfigured(450, bios_version="2.3.9")
        checked = sweep_check(planted.sweep)
        self.assertEqual(said(checked), {kind: sorted(nodes) for kind, nodes in
                                         planted.planted.items()})
        families = {verdict.node: str(verdict.family) for verdict in checked.verdicts
                    if verdict.family}
        self.assertEqual(families, {100: "pattern gather", 333: "path processes"})
        (slow,) = (verdict for verdict in checked.verdicts if verdict.kind == "slow")
        self.assertAlmostEqual(slow.effect, 0.05, delta=0.012)
        self.assertTrue(slow.ci95[0] < slow.effect < slow.ci95[1])
        (noisy,) = (verdict for verdict in checked.verdicts if verdict.kind == "noisy")
        self.assertGreater(noisy.effect, 3 * noisy.usual)

    def test_the_narrowest_family_that_explains_a_fault_is_named(self):
        planted = fleet(200, 250, strata=ONE, missing=0)
        planted.slow(7, 0.08, pattern="reduce", path="mpi")
        planted.slow(9, 0.08, protocol="library")
        planted.slow(11, 0.08, path="mpi", protocol="direct")
        planted.slow(13, 0.08, pattern="gather")
        check = sweep_check(planted.sweep)
        verdicts = {verdict.node: verdict for verdict in check.verdicts}
        self.assertEqual({node: str(verdict.family) for node, verdict in verdicts.items()},
                         {7: "pattern reduce, path processes", 9: "protocol library",
                          11: "path processes, protocol direct", 13: "pattern gather"})
        for verdict in verdicts.values():
            self.assertAlmostEqual(verdict.effect, 0.08, delta=0.02)
            self.assertAlmostEqual(verdict.outside, 0, delta=0.02)
            self.assertEqual(verdict.also, [])
        verdicts[7].effect, verdicts[7].outside = 0.08, -0.1
        self.assertRegex(effect_text(check, verdicts[7]), r"^pattern reduce, path processes slower "
                         r"by 8.0 % "
                         r"\[\d.\d %, \d.\d %\], 20 % more than its other cells$")

    def test_faults_are_named_as_planted_and_no_other_node_ten_times(self):
        """The placement is named if only it uses the slow core."""
        for seed in range(10):
            planted = fleet(200, 250, strata=ONE, seed=seed)
            for at, key in enumerate(planted.sweep.cells):
                key["placement"] = "crossbar" if at % 3 == 0 else "bus"
            planted.slow(3, 0.08, path="mpi")
            planted.slow(7, 0.08, pattern="reduce", path="mpi")
            long = [key["bytes"] > 128 * 1024 for key in planted.sweep.cells]
            planted.sweep.times[11, long] *= 1.08
            planted.slow(15, 0.08, placement="crossbar")
            planted.slow(19, 0.08)
            planted.slow(23, 0.1, placement="bus")  # most of the cells: the median follows
            named = {verdict.node: str(verdict.family or verdict.kind)
                     for verdict in sweep_check(planted.sweep).verdicts}
            self.assertEqual(named, {
                3: "path processes", 7: "pattern reduce, path processes", 15: "placement crossbar",
                11: "sizes above 128\N{NO-BREAK SPACE}KiB", 19: "slow", 23: "placement bus"}, seed)

    def test_what_a_node_s_file_explains_is_said_in_place_of_a_verdict(self):
        near, far = ({"distances": [[60.0, 1 - share], [219.0, share]], "arithmetic_us": 24.0,
                      "lost": 0.01} for share in (0.03, 0.5))
        states = [near, near | {"distances": [[60.0, 0.79], [219.0, 0.21]]}, *[near] * 6]
        for state, why in (
            (far, "its cores were 219 ns apart in 50 % of the time, others 3.0 to 21 %"),
            (near | {"arithmetic_us": 36.0}, "its arithmetic took 50 % longer"),
            (near | {"lost": 0.3},
             "its ranks had no core in 30 % of the time, others 1.0 %"),
            (near, ""),  # nothing explains it
        ):
            with self.subTest(why=why):
                made = fleet(8, 60, strata=ONE, missing=0)
                made.slow(4, 0.54)
                made.sweep.states = [state if at == 4 else usual for at, usual in enumerate(states)]
                checked = sweep_check(made.sweep)
                self.assertEqual(said(checked), {} if why else {"slow": [4]})
                self.assertEqual(checked.unjudged, {4: f"{why}; measure again"} if why else {})
                if why:
                    self.assertIn(f"n5: {why}; measure again", check_text(checked, Path("sweep")))
        # No state of the machine slows one path or pattern.
        for family, by in ({"path": "mpi"}, 0.25), ({"pattern": "reduce"}, 0.4):
            made = fleet(8, strata=ONE, missing=0)
            made.slow(4, by, **family)
            made.sweep.states = [far if at == 4 else usual for at, usual in enumerate(states)]
            checked = sweep_check(made.sweep)
            self.assertEqual((said(checked), checked.unjudged), ({"slow in a family": [4]}, {}))

    def test_a_node_that_is_fast_elsewhere_is_not_slow_in_a_family(self):
        fast = fleet(40, 250, strata=ONE)
        for at, key in enumerate(fast.sweep.cells):
            fast.sweep.times[7, at] *= 0.99 if key["bytes"] > 128 * 1024 else 0.9
        self.assertEqual(sweep_check(fast.sweep).verdicts, [])

    def test_a_sweep_that_is_too_noisy_to_judge_says_so_first(self):
        noisy = sweep_check(fleet(6, 60, noise=Noise(node=0.3), strata=ONE).sweep)
        self.assertTrue(noisy.is_noisy)
        self.assertRegex(check_text(noisy, Path("sweep")).splitlines()[0],
                         r"^6 nodes measured; too noisy to judge: one that is slower by less than "
                         r"\d+ % would mostly not be found; none is odd$")

    def test_a_single_cell_is_a_note(self):
        noted = fleet(200, 100, strata=ONE)
        noted.sweep.times[17, 23] = 3 * np.nanmedian(noted.sweep.times[:, 23])
        checked = sweep_check(noted.sweep)
        self.assertEqual(checked.verdicts, [])
        (note,) = checked.notes
        self.assertEqual((note.node, note.cell), (17, 23))
        self.assertAlmostEqual(note.effect, 2, delta=0.1)

    def test_a_fault_of_the_strata_is_no_fault_of_a_node(self):
        plain = fleet(120, 60, strata=ONE, missing=0)
        plain.sweep.valid[:, 7] = LOST
        plain.sweep.times[:, 7] = np.nan
        self.assertEqual(sweep_check(plain.sweep).verdicts, [])
        plain.sweep.valid[31, 8] = LOST
        plain.sweep.times[31, 8] = np.nan
        (verdict,) = sweep_check(plain.sweep).verdicts
        self.assertEqual((verdict.kind, verdict.node, verdict.cells), ("broken", 31, [8]))


class Recorded(unittest.TestCase):
    """A real sweep of one machine whose load changed (folders.py)."""

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "sweep"
        self.sweep = sweep_read(sweep_write(folder, noisy_sweep(), partition=None))

    def of(self, *nodes: int):
        """The check of some of the nodes."""
        rows = list(nodes)
        taken = {name: [getattr(self.sweep, name)[row] for row in rows]
                 for name in ("nodes", "facts", "started", "errors")}
        return sweep_check(replace(self.sweep, times=self.sweep.times[rows],
                                   valid=self.sweep.valid[rows], **taken))

    def test_it_says_first_that_it_was_too_noisy_and_accuses_no_node(self):
        checked = self.of(*range(8))
        self.assertRegex(check_text(checked, Path("sweep")).splitlines()[0],
                         r"^8 nodes measured; too noisy to judge: .*; none is odd$")
        self.assertEqual(checked.verdicts, [])

    def test_where_a_sweep_is_too_noisy_no_scatter_below_the_noise_is_odd(self):
        for nodes in ((0, 1, 4, 5), (1, 3, 4, 6), (0, 1, 2, 4, 5), (4, 5, 7)):
            checked = self.of(*nodes)
            self.assertTrue(checked.is_noisy, nodes)
            self.assertEqual(checked.verdicts, [], nodes)

    def test_what_exceeds_the_noise_is_odd_also_there(self):
        self.sweep.times[3] *= 6
        checked = self.of(*range(8))
        self.assertTrue(checked.is_noisy)
        self.assertEqual(said(checked), {"slow": [3]})

    def test_of_three_nodes_no_family_is_judged_and_a_chance_one_ends_nothing(self):
        for nodes in itertools.combinations((0, 1, 2, 3, 5), 3):
            self.assertNotIn("slow in a family", said(self.of(*nodes)), nodes)

    def test_fast_cells_are_no_family_that_is_slow(self):
        ratios = np.zeros(60)
        ratios[:10], ratios[10:20] = 0.1, -0.3
        path, protocol = (Family(kind, kind, np.arange(*cells))
                          for kind, cells in (("path", (0, 20)), ("protocol", (10, 40))))
        pattern = Family("pattern", "pattern", np.setdiff1d(np.arange(60), protocol.cells))
        narrow = narrowest(ratios, [path], [path, protocol, pattern], 0.02)
        self.assertEqual(narrow.cells.tolist(), list(range(10)))


class FewNodes(unittest.TestCase):
    def test_a_slow_node_of_three_or_four_is_named(self):
        for nodes, noise in ((3, Noise()), (4, Noise()), (4, Noise(node=0.02)), (FEW, Noise())):
            few = fleet(nodes, 120, noise=noise, strata=ONE, missing=0)
            self.assertEqual(sweep_check(few.sweep).verdicts, [])
            few.slow(1, 0.5)
            self.assertEqual(said(sweep_check(few.sweep)), {"slow": [1]})

    def test_a_node_with_another_library_is_compared_where_it_has_none(self):
        few = fleet(4, 120, strata=ONE, missing=0)
        few.slow(1, 0.5)
        few.sweep.facts[2]["mpi_library_sha256"] = "beef" * 16
        mpi = [key["path"] == "mpi" for key in few.sweep.cells]
        few.sweep.times[2, mpi] *= 1.4
        self.assertEqual(said(sweep_check(few.sweep)), {"slow": [1], "misconfigured": [2]})

    def test_of_two_nodes_and_of_one_it_says_that_they_cannot_be_judged(self):
        for nodes in (1, 2):
            few = fleet(nodes, 60, strata=ONE, missing=0)
            few.sweep.times[0] *= 2
            checked = sweep_check(few.sweep)
            self.assertEqual(checked.verdicts, [])
            self.assertEqual(list(checked.unjudged), list(range(nodes)))
            self.assertIn(f"only {nodes} of its kind", checked.unjudged[0])
            self.assertEqual(checked.scores.seen, [None])

    def test_a_node_alone_with_invalid_cells_is_broken(self):
        alone = fleet(1, 20, strata=ONE, missing=0)
        alone.broken(0, 3)
        (verdict,) = sweep_check(alone.sweep).verdicts
        self.assertEqual((verdict.kind, verdict.cells), ("broken", [3]))

    def test_without_any_result_nothing_is_compared_and_nothing_warned(self):
        few = fleet(5, 20, strata=ONE, missing=0)
        for node in range(5):
            few.broken(node, *range(20))
        with warnings.catch_warnings(action="error"):
            checked = sweep_check(few.sweep)
        self.assertEqual((checked.verdicts, len(checked.unjudged)), ([], 5))

    def test_a_node_with_hardly_any_cells_is_not_called_good(self):
        few = fleet(6, 100, strata=ONE, missing=0)
        few.sweep.times[3, 10:] = np.nan
        self.assertIn("10 of 100 cells", sweep_check(few.sweep).unjudged[3])

    def test_a_sweep_without_nodes_has_no_odd_ones(self):
        empty = fleet(0, 10)
        self.assertEqual((sweep_check(empty.sweep).odd, sweep_check(empty.sweep).strata), ([], []))
