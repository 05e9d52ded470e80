# SPDX-License-Identifier: BSD-3-Clause
"""The parts of `comops peers`, with recorded output and values by hand.

Usage: test_parts.py SOURCE [UNITTEST ARGUMENTS]
"""

import contextlib
import io
import json
import os
import re
import sys
import tempfile
import time
import unittest
from itertools import cycle
from pathlib import Path
from unittest import mock

SOURCE = Path(sys.argv.pop(1))
sys.path[:0] = [str(SOURCE)]
RECORDED = dict(re.findall(r"(?ms)^==> (\S+) <==\n(.*?)(?=\n==> |\Z)",
                           (SOURCE / "tests/peers/recorded.txt").read_text()))
STAND_IN = SOURCE / "tests/peers/stand_in.py"

from analysis.ratios import Ratio  # noqa: E402
from common.console import Level, Parser  # noqa: E402
from peers import ceilings, epcc, imb, libraries, obtain, osu  # noqa: E402
from peers.programs import Comops, Unavailable, output_of  # noqa: E402
from peers.tables import (  # noqa: E402
    Section, Target, all_met, ceiling_section, is_within, latency_section, section_json,
    section_text,
)
from peers.turns import Comparison, turns_take  # noqa: E402
from records.read import Campaign  # noqa: E402


def cell(pattern, path, protocol, size, time):
    return {"record": "cell", "pattern": pattern, "path": path, "protocol": protocol, "bytes": size,
            "placement": "bus", "memory": "local", "ranks": 2, "buffers": "reuse", "consume": "no",
            "mode": "isolated", "method": "adaptive", "samples_us": [], "time_us": time,
            "valid": True, "pus": [0, 1]}


def pair(a, b, ratio, ci95):
    return {"record": "pair", "a": a, "b": b, "ratio": ratio, "ci95": ci95, "ci90": ci95,
            "launches": 6, "decision": "faster"}


def met(section):
    return [target.met for target in section.targets]


def results_of(*records):
    results = Campaign(Path("results.jsonl"), {})
    for record in records:
        getattr(results, f"add_{record['record']}")(record)  # not checked: it has what is read
    return results


class Parsers(unittest.TestCase):
    def test_of_recorded_outputs_the_times_are_read(self):
        """IMB's ping-pong and message rate have more digits in their rates; a barrier has the size
        0; OSU has other columns only with -f."""
        for file, read, found in (
            ("imb-pingpong", imb.times_read,
             {8: 8 / 9.83, 4096: 4096 / 479.46, 1048576: 1048576 / 679.97}),
            ("imb-bcast", imb.times_read, {8: 0.38, 4096: 4.57, 1048576: 1930.21}),
            ("imb-barrier", imb.times_read, {0: 6.55}),
            ("imb-uniband", imb.times_read, {8: 8 / 4.44, 65536: 65536 / 634.80}),
            ("osu-latency", "Avg Latency(us)", {8: 3.27, 16: 1.1, 32: 2.32, 64: 4.03}),
            ("osu-latency", "Max Latency(us)", {}),
            ("osu-bw", "MB/s", {8: 1.76, 16: 103.95, 32: 10.8, 64: 403.14}),
            ("osu-mbw_mr", "MB/s", {8: 2.14, 16: 109.0, 32: 210.61, 64: 425.76}),
            ("osu-allreduce", "Max Latency(us)", {8: 0.72, 16: 21.24, 32: 1.05, 64: 5.21}),
            ("osu-barrier", "Max Latency(us)", {0: 0.72}),
        ):
            with self.subTest(file, read=read):
                text = RECORDED[file]
                times = osu.table_read(text, read) if isinstance(read, str) else read(text)
                self.assertEqual(times.keys(), found.keys())
                for size, time in found.items():
                    self.assertAlmostEqual(times[size], time)

    def test_a_size_that_imb_gave_up_is_not_read_and_of_a_repeated_one_the_last_time(self):
        text = RECORDED["imb-bcast"]
        gave_up = text.replace("4.09\n", "4.09\n  65536 time-out.; Time limit is over\n")
        self.assertNotIn(65536, imb.times_read(gave_up))
        repeated = text.replace("0.32\n", "0.32\n 8 10000 0.10 0.20 0.15\n")
        self.assertEqual(imb.times_read(repeated)[8], 0.20)

    def test_core_to_core_latencys_nanoseconds_become_microseconds(self):
        self.assertAlmostEqual(ceilings.latency_read(RECORDED["core-to-core-latency"]),
                               1.3213713383)
        with self.assertRaisesRegex(Unavailable, "no latency"):
            ceilings.latency_read(",\n")

    def test_an_overhead_of_epcc_is_the_median_where_it_prints_one(self):
        old = epcc.overheads_read(RECORDED["epcc-syncbench-3.1"])
        self.assertEqual(old, {"BARRIER": 11.822808, "CRITICAL": 2.221148,
                               "LOCK/UNLOCK": 4.566387, "ATOMIC": 0.064651,
                               "SINGLE": 24.481027})
        new = epcc.overheads_read(RECORDED["epcc-syncbench-4.0"])
        self.assertEqual(new["CRITICAL"], 0.483286)
        self.assertNotIn("FOR", {*old, *new})
        self.assertTrue(all(any(name in found for name in one.names)
                            for found in (old, new) for one in epcc.CONSTRUCTS.values()))

    def test_one_of_our_runs_is_an_entry_of_each_of_epcc_s_threads(self):
        program = Path(self.enterContext(tempfile.TemporaryDirectory())) / "syncbench"
        program.symlink_to(STAND_IN)
        for name, one in epcc.CONSTRUCTS.items():
            found = epcc.measure(program, one, [0, 3])
            self.assertAlmostEqual(found[one.size], 1.0, msg=name)
        for printed in ("", "echo BARRIER overhead = -0.010000 microseconds"):
            with self.assertRaisesRegex(Unavailable, "syncbench: no overhead of BARRIER"):
                program.unlink(missing_ok=True)
                program.write_text(f"#!/bin/sh\n{printed}\n")
                program.chmod(0o755)
                epcc.measure(program, epcc.CONSTRUCTS["barrier"], [0, 1])

    def test_likwids_copy_counts_each_byte_once_and_only_on_the_right_hardware_threads(self):
        text = RECORDED["likwid-copy"]
        whole = float(text.split("MByte/s:")[1].split()[0])
        self.assertAlmostEqual(ceilings.rate_read(text, [0, 1]), whole / 2)
        with self.assertRaisesRegex(Unavailable, r"hardware threads \[0, 1\], not on \[2, 3\]"):
            ceilings.rate_read(text, [2, 3])

    def test_what_the_kernel_copied_is_counted_without_what_a_library_tries_at_its_start(self):
        trace = ("16222 process_vm_readv(16222, [{iov_len=16}], 1, [{iov_len=16}], 1, 0) = 16\n"
                 "15966 process_vm_readv(15967, [...], 1, [...], 1, 0) = 1048576\n"
                 "15967 process_vm_writev(15966, [...], 1, [...], 1, 0) = 524288\n"
                 "15967 process_vm_readv(15966, [...], 1, [...], 1, 0) = -1 EPERM (refused)\n")
        self.assertEqual(libraries.bytes_read(trace), 1048576 + 524288)


class Asked:
    """In place of `comops run`: the words it would get."""

    words = ()

    paths = ("threads", "mpi")

    def run(self, *words, env=None):
        self.words = words
        return results_of()

    measure = Comops.measure


class Campaigns(unittest.TestCase):
    def test_turns_are_launches_where_they_give_an_interval_and_otherwise_one(self):
        asked = Asked()
        for turns, launches in ((1, "1"), (5, "1"), (6, "6"), (9, "9")):
            words = libraries.campaign_words(asked, ["gather"], [8, 64], turns,
                                             {"mine": Path("/mine")})
            option = dict(zip(words[::2], words[1::2], strict=True))
            self.assertEqual(option["--launches"], launches, turns)
            self.assertEqual(option["--paths"], "threads,mpi,mpi@mine")
            self.assertEqual((option["--patterns"], option["--sizes"], option["--mpi"]),
                             ("gather,barrier", "8,64", "mine=/mine"))

    def setUp(self):
        self.direct = cell("gather", "threads", "direct", 8, 1.0)
        self.mpi = cell("gather", "mpi", "library", 8, 5.0)

    def test_direct_is_compared_with_the_fastest_of_all_libraries_at_each_size(self):
        fast = cell("gather", "mpi@other", "sendrecv", 8, 4.0)
        large = [self.direct | {"bytes": 64}, self.mpi | {"bytes": 64, "time_us": 9.0}]
        results = results_of(self.direct, self.mpi, fast, *large,
                             pair(self.direct, fast, 4.5, [4.0, 5.0]))
        summary, detail = libraries.operation_sections(results, ["gather", "absent"])
        self.assertEqual([row[4] for row in detail.rows], ["mpi@other sendrecv", "mpi library"])
        self.assertEqual(detail.rows[0][5], Ratio(4.5, (4.0, 5.0)))
        (row,) = summary.rows
        self.assertAlmostEqual(row[2], (4.5 * 9) ** 0.5)  # geometric: each size weighs the same
        self.assertEqual((row[3].value, row[4], row[5]), (4.5, 8, "met"))
        self.assertEqual(met(summary), [True, True])

    def test_one_size_below_the_least_spoils_a_good_mean(self):
        cells = [one | {"bytes": size, "time_us": time}
                 for size, slower in ((8, 1.2), (64, 50.0))
                 for one, time in ((self.direct, 1.0), (self.mpi, slower))]
        summary, _ = libraries.operation_sections(results_of(*cells), ["gather"])
        self.assertEqual(met(summary), [True, False])
        self.assertEqual(summary.rows[0][5], "not met")

    def test_a_pair_in_the_opposite_order_is_inverted(self):
        results = results_of(self.mpi, self.direct, pair(self.mpi, self.direct, 0.25, [0.2, 0.5]))
        _, detail = libraries.operation_sections(results, ["gather"])
        self.assertEqual(detail.rows[0][5], Ratio(4, (2, 5)))

    def test_libgomps_barrier_must_take_twice_as_long(self):
        def section(time):
            return libraries.barrier_section(results_of(*(
                cell("barrier", path, protocol, 0, us) for path, protocol, us in (
                    ("threads", "direct", 1.0), ("threads", "barrier", time),
                    ("mpi", "library", 1.0)))))

        self.assertEqual([met(section(time)) for time in (2.5, 1.5)], [[True], [False]])
        self.assertEqual(len(section(2.5).rows), 3)
        self.assertEqual(libraries.barrier_section(results_of()).rows, [])

    def test_lost_cells_are_counted_with_their_first_reason(self):
        lost = [self.mpi | {"bytes": size, "valid": False, "error": f"died at {size}"}
                for size in (8, 64)]
        self.assertEqual(libraries.lost_notes(results_of(*lost)),
                         ["mpi library: 2 cells lost: died at 8"])


def comparison(name, ours, theirs):
    return Comparison(name, lambda: dict(ours), lambda: dict(theirs))


class Turns(unittest.TestCase):
    def test_theirs_is_measured_between_two_of_ours(self):
        order = []
        spy = Comparison("spy", lambda: order.append("ours") or {8: 1.0},
                         lambda: order.append("theirs") or {8: 1.0}, repeats=2)
        turns_take([spy], 2)
        self.assertEqual(order, ["ours", "theirs", "ours", "theirs", "ours"] * 2)
        self.assertEqual(len(spy.turns), 4)

    def test_as_many_turns_are_taken_as_asked_for(self):
        for turns in (1, 3, 9):
            made = comparison("calm", {8: 1.0}, {8: 1.0})
            turns_take([made], turns)
            self.assertEqual(len(made.turns), turns)
            self.assertEqual(made.ratio(8).ci95 is None, turns < 6)

    def test_a_turn_in_which_the_machine_changed_does_not_count(self):
        ours = cycle([{8: 1.0, 64: 1.0}, {8: 1.08, 64: 3.0}])
        made = Comparison("unsteady", lambda: next(ours), lambda: {8: 1.0, 64: 1.0})
        turns_take([made], 2)
        self.assertEqual(made.sizes(), [8])
        # Nor in three times as many.
        self.assertEqual([len(made.steady(size)) for size in (8, 64)], [6, 0])
        self.assertEqual(made.notes(), ["unsteady, 64 bytes: no steady turn"])
        self.assertAlmostEqual(made.ratio(8).value, 1.04)

    def test_turns_go_on_until_there_are_as_many_steady_ones_as_asked_for(self):
        ours = iter([{8: 1.0}, {8: 3.0}, *[{8: 1.0}] * 4])
        unsteady = Comparison("unsteady", lambda: next(ours), lambda: {8: 1.0})
        calm = comparison("calm", {8: 1.0}, {8: 1.0})
        turns_take([unsteady, calm], 2)
        self.assertEqual((len(unsteady.turns), len(unsteady.steady(8)), len(calm.turns)), (3, 2, 2))

    def test_what_fails_is_left_and_all_else_goes_on(self):
        def fail():
            raise Unavailable("no luck")

        bad = Comparison("bad", lambda: {8: 1.0}, fail)
        good = comparison("good", {8: 1.0}, {8: 2.0})
        turns_take([bad, good], 2)
        self.assertEqual((bad.notes(), bad.turns, bad.sizes()), (["bad: no luck"], [], []))
        self.assertEqual(good.notes(), [])
        self.assertEqual((len(good.turns), good.ratio(8).value), (2, 0.5))

    def test_imb_and_epcc_are_met_within_their_limits_and_with_few_turns_it_is_undecided(self):
        """Three percent for a ping-pong, ten for IMB's other operations, five for EPCC's."""
        pingpong = ("pingpong", {8: 1.02, 64: 0.96}, {8: 1.0, 64: 1.0})
        for section, made, turns, verdicts, targets in (
            (imb.section, [pingpong, ("reduce", {8: 1.09}, {8: 1.0})], 6,
             ["met", "not met", "met"], [False, True]),
            (imb.section, [pingpong], 5, ["met", "undecided"], [None]),
            (epcc.section, [("critical", {8: 1.04}, {8: 1.0}), ("barrier", {0: 1.06}, {0: 1.0})],
             6, ["met", "not met"], [False]),
        ):
            made = [comparison(*one) for one in made]
            self.assertEqual(section(made).targets, [])  # no turns, no table
            turns_take(made, turns)
            self.assertEqual([row[6] for row in section(made).rows], verdicts)
            self.assertEqual(met(section(made)), targets)
        self.assertEqual(section(made).targets[0].found, "6.0% at most (barrier, 0 bytes)")
        for ratio, is_met in ((Ratio(0.9, (0.8, 0.98)), None), (Ratio(0.9, (0.8, 0.95)), False),
                              (Ratio(1.1, (1.04, 1.2)), False)):
            self.assertIs(is_within(ratio, 0.97, 1.03), is_met)
        self.assertIs(all_met([True, None, False]), False)

    def test_ours_is_measured_in_a_loop_as_epcc_does(self):
        asked = Asked()
        for one in epcc.comparisons(asked, Path("syncbench"), [], [0, 1]):
            self.assertEqual(one.ours(), {})
            wanted = epcc.CONSTRUCTS[one.name]
            option = dict(zip(asked.words[::2], asked.words[1::2], strict=True))
            self.assertEqual((option["--patterns"], option["--protocols"], option["--method"]),
                             (wanted.pattern, wanted.protocol, "comops"))
            self.assertEqual(option["--sizes"], str(wanted.size))

    def test_of_a_message_rate_that_of_all_pairs_counts(self):
        asked = Asked()
        rates = [cell("message_rate", "mpi", "sendrecv", 8, 1.0)
                 | {"series_of": "pairs", "series": pairs, "messages_per_s": pairs}
                 for pairs in (4, 1, 2)]
        asked.run = lambda *_, env=None: results_of(*rates)
        self.assertEqual(asked.measure("message_rate", "mpi", "sendrecv", [8],
                                       what="messages_per_s"), {8: 4})

    def test_latency_and_bandwidth_are_held_against_their_ceilings(self):
        """The worst size decides about the remote read, copies do not; what is faster than the
        remote read does not move the data."""
        for section, ours, theirs, found, targets in (
            (latency_section, {8: 0.9}, {8: 1.0}, "0.90 times its time", [True]),
            (latency_section, {8: 1.1}, {8: 1.0}, "1.10 times its time", [False]),
            (ceiling_section, {1: 95.0, 2: 80.0}, {1: 100.0, 2: 100.0}, "0.80", [False, True]),
            (ceiling_section, {1: 95.0, 2: 130.0}, {1: 100.0, 2: 100.0}, "0.95", [True, False]),
        ):
            copy = comparison("likwid-bench copy", {1: 10.0}, {1: 100.0})
            made = [comparison("remote read", ours, theirs)]
            made += [copy] if section == ceiling_section else []
            turns_take(made, 6)
            self.assertEqual((section(made).targets[0].found, met(section(made))),
                             (found, targets))
            self.assertEqual(len(section(made).rows), len(ours) + len(made) - 1)


class Tables(unittest.TestCase):
    section = Section("Title", ["name", "us", "ratio"],
                      [["a", 0.123456, Ratio(2, (1, 3))], ["bc", 1234.5, None]],
                      [Target("at least 1", "2", True)], ["a note"])

    def test_text_is_aligned_and_markdown_and_json_have_the_same(self):
        self.assertEqual(section_text(self.section, False),
                         "Title\n\n  at least 1: 2, met\n\n"
                         "name      us                 ratio\n"
                         "a     0.1235  2.000 [1.000, 3.000]\n"
                         "bc      1234                     -\n\n  a note\n")
        text = section_text(self.section, True)
        self.assertIn("### Title\n\n- at least 1: 2, met\n\n| name | us | ratio |\n| --- |", text)
        self.assertIn("| bc | 1234 | - |", text)
        made = json.loads(json.dumps(section_json(self.section)))
        self.assertEqual(made["rows"][0], {"name": "a", "us": 0.123456,
                                           "ratio": {"value": 2, "ci95": [1, 3]}})
        self.assertEqual(made["targets"], [{"text": "at least 1", "found": "2", "met": True}])


class Obtaining(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def with_path(self, path):
        return mock.patch.dict(os.environ, {"PATH": str(path)})

    def test_a_peer_that_cannot_be_had_says_why(self):
        with self.with_path(self.folder):
            for name, reason in (("core-to-core-latency", "cargo is missing"),
                                 ("likwid-bench", "likwid-bench is missing"),
                                 ("openmpi", "mpicc.openmpi is missing")):
                with self.assertRaisesRegex(Unavailable, reason):
                    obtain.PEERS[name].obtain(self.folder, obtain.PEERS[name].version)

    def test_an_installation_is_said_but_not_with_q(self):
        for level, said in ((Level.NORMAL, "installing a peer"), (Level.QUIET, "")):
            with (tempfile.TemporaryDirectory() as folder,
                  mock.patch.object(Parser, "level", level),
                  contextlib.redirect_stderr(io.StringIO()) as errors):
                obtain.install_once(Path(folder) / "peer", "a peer", ["true"])
            self.assertEqual(bool(errors.getvalue()), bool(said))
            self.assertIn(said, errors.getvalue())

    def test_an_installation_that_broke_off_is_begun_anew(self):
        peer = obtain.PEERS["core-to-core-latency"]
        place = self.folder / f"core-to-core-latency-{peer.version}"
        (place / "bin").mkdir(parents=True)
        (self.folder / "cargo").symlink_to(STAND_IN)
        path = f"{self.folder}:{Path(sys.executable).parent}:/usr/bin:/bin"
        with self.with_path(path), self.assertRaisesRegex(Unavailable, "index"):
            peer.obtain(self.folder, peer.version)
        self.assertEqual(list(place.iterdir()), [])
        (place / ".complete").touch()
        with self.with_path(path):
            self.assertEqual(peer.obtain(self.folder, peer.version),
                             place / "bin/core-to-core-latency")

    def test_settings_are_in_the_environment_of_a_peer_s_programs(self):
        theirs = self.folder / "theirs"
        (theirs / "bin").mkdir(parents=True)
        (theirs / "lib").mkdir()
        program = theirs / "bin/mpiexec"
        program.write_text('#!/bin/sh\necho "$A" "$B" "$@"\n')
        program.chmod(0o755)
        for _again in range(2):
            made = obtain.prefix_with({"A": "1,2", "B": "a b"}, theirs, self.folder / "ours")
        self.assertEqual(output_of([made / "bin/mpiexec", "-n", "2"], 10), "1,2 a b -n 2\n")
        self.assertEqual((made / "lib").resolve(), (theirs / "lib").resolve())

    def test_every_wheel_and_crate_is_pinned(self):
        for name in ("mpich", "mpich-rg", "impi", "openmpi5", "imb", "core-to-core-latency"):
            self.assertRegex(obtain.PEERS[name].version, r"^\d+(\.\d+)+$")


class Programs(unittest.TestCase):
    def test_a_program_that_hangs_is_ended_with_all_that_it_started(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "child"
            for limit in (1, 10, 100):  # of a busy machine
                with self.assertRaisesRegex(Unavailable, f"longer than {limit} s"):
                    output_of(["sh", "-c", f"sleep 600 & echo $! > {file}; wait"], limit)
                if file.exists():
                    break
            child = Path("/proc") / file.read_text().strip() / "stat"
            deadline = time.monotonic() + 100  # a kill takes effect when the kernel comes to it
            while (child.exists() and child.read_text().split()[2] != "Z"
                   and time.monotonic() < deadline):
                time.sleep(0.01)
            self.assertTrue(not child.exists() or child.read_text().split()[2] == "Z")

    def test_a_program_that_fails_is_quoted(self):
        with self.assertRaisesRegex(Unavailable, r"sh failed \(3\): it went wrong"):
            output_of(["sh", "-c", "echo it went wrong >&2; exit 3"], 10)
        with self.assertRaisesRegex(Unavailable, "cannot be started"):
            output_of(["/nowhere/program"], 10)


class OsuPrograms(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "bin").mkdir()
        mpiexec = self.folder / "bin/mpiexec"
        mpiexec.write_text('#!/bin/sh\nshift 4\nPMI_RANK=0 exec "$@"\n')
        mpiexec.chmod(0o755)

    def times(self, pattern, sizes, pus=(0, 1)):
        program = self.folder / osu.PROGRAMS[pattern][0]
        program.symlink_to(STAND_IN)
        return osu.measure(self.folder, program, pattern, sizes, list(pus))

    def test_they_are_found_in_a_folder_and_below_it(self):
        (self.folder / "pt2pt").mkdir()
        for name in ("osu_barrier", "pt2pt/osu_latency", "osu_hello"):
            (self.folder / name).symlink_to(STAND_IN)
        (self.folder / "osu_bcast").touch()
        self.assertEqual(osu.programs_in(self.folder),
                         {"pingpong": self.folder / "pt2pt/osu_latency",
                          "barrier": self.folder / "osu_barrier"})

    def test_each_is_measured_at_short_and_long_sizes(self):
        for pattern in osu.PROGRAMS:
            sizes = [0] if pattern == "barrier" else [8, 32768]
            self.assertEqual(self.times(pattern, sizes), dict.fromkeys(sizes, 1.0), pattern)

    def test_the_slices_of_all_ranks_are_osu_s_size_of_a_reduce_scatter(self):
        self.assertEqual(self.times("reduce_scatter", [8, 64], pus=(0, 1, 2)), {8: 1.0, 64: 1.0})

    def test_sizes_that_osu_does_not_measure_are_left_out_and_none_is_an_error(self):
        self.assertEqual(self.times("broadcast", [8, 24, 32]), {8: 1.0, 32: 1.0})
        with self.assertRaisesRegex(Unavailable, "osu_bw printed no MB/s"):
            osu.measure(self.folder, Path("/bin/true"), "bandwidth", [8], [0, 1])


class OsuComparisons(unittest.TestCase):
    def test_ours_measures_the_same(self):
        comops = Comops("", [], {})
        comops.run = mock.Mock(return_value=Campaign(Path("results.jsonl"), {}))
        comops.mpi_prefix = mock.Mock()
        found = dict.fromkeys(osu.PROGRAMS, Path("/osu"))
        with mock.patch.object(osu, "programs_in", lambda _folder: found):
            made = osu.comparisons(comops, Path("/"), [8, 64, 512, 128 * 1024], [0, 1])
        for pattern, (name, kind), one in zip(osu.PROGRAMS, osu.PROGRAMS.values(), made,
                                              strict=True):
            self.assertEqual((one.name, one.ours()), (name, {}))
            words = comops.run.call_args.args
            option = dict(zip(words[::2], words[1::2], strict=True))
            self.assertEqual((option["--patterns"], option["--protocols"]),
                             (pattern, kind.protocol))
            self.assertEqual(option.get("--sizes"),
                             "0" if pattern == "barrier" else "8,64,512" if kind.is_rate else
                             "8,64,512,131072" if pattern == "pingpong" else "8,512,131072")
            self.assertEqual(option.get("--datatype"), "float" if "reduce" in pattern else None)


if __name__ == "__main__":
    unittest.main(verbosity=2)
