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
from pathlib import Path
from unittest import mock

SOURCE = Path(sys.argv.pop(1))
sys.path[:0] = [str(SOURCE / "tests/reports/support")]
RECORDED = dict(re.findall(r"(?ms)^==> (\S+) <==\n(.*?)(?=\n==> |\Z)",
                           (SOURCE / "extensions/peers/tests/recorded.txt").read_text()))
STAND_IN = SOURCE / "extensions/peers/tests/stand_in.py"

from comops.statistics.ratios import Ratio  # noqa: E402
from filled import filled, first_record  # noqa: E402
from comops.common.console import Level, Parser  # noqa: E402
from comops.results.read import Campaign  # noqa: E402
from comops_peers import ceilings, epcc, imb, libraries, obtain, osu  # noqa: E402
from comops_peers.programs import Comops, Unavailable, output_of  # noqa: E402
from comops_peers.tables import Section, Time, section_json, section_text  # noqa: E402
from comops_peers.turns import PeerComparison, turns_take  # noqa: E402


def cell(pattern, path, protocol, size, time):
    return {"record": "cell", "pattern": pattern, "path": path, "protocol": protocol, "bytes": size,
            "placement": "bus", "memory": "local", "ranks": 2, "buffers": "reuse", "consume": "no",
            "mode": "isolated", "method": "adaptive", "samples_us": [], "time_us": time,
            "ci95_us": [time, time], "valid": True, "pus": [0, 1]}


def pair(a, b, ratio, ci95):
    return {"record": "pair", "a": a, "b": b, "ratio": ratio, "ci95": ci95, "ci90": ci95,
            "launches": 6, "decision": "faster"}


def results_of(*records):
    results = Campaign(Path("results.jsonl"), first_record())
    for record in records:
        results.add(filled(record))
    return results


class Parsers(unittest.TestCase):
    def test_of_recorded_outputs_the_times_are_read(self):
        """IMB's ping-pong and message rate have more digits in their rates; a barrier has the size
        0; OSU has other columns only with -f."""
        for file, read, expected in (
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
                self.assertEqual(times.keys(), expected.keys())
                for size, time in expected.items():
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
        self.assertTrue(all(any(name in program for name in construct.names)
                            for program in (old, new) for construct in epcc.CONSTRUCTS.values()))

    def test_one_of_our_runs_is_an_entry_of_each_of_epcc_s_threads(self):
        program = Path(self.enterContext(tempfile.TemporaryDirectory())) / "syncbench"
        program.symlink_to(STAND_IN)
        for name, construct in epcc.CONSTRUCTS.items():
            times = epcc.measure(program, construct, [0, 3])
            self.assertAlmostEqual(times[construct.size], 1.0, msg=name)
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
    def test_all_libraries_are_in_one_campaign_with_both_buffer_modes(self):
        words = libraries.campaign_words(Asked(), ["gather", "barrier"], [8, 64],
                                         {"mine": Path("/mine")})
        option = dict(zip(words[::2], words[1::2], strict=True))
        self.assertEqual((option["--paths"], option["--patterns"], option["--sizes"],
                          option["--mpi"], option["--buffers"]),
                         ("threads,mpi,mpi@mine", "gather,barrier", "8,64", "mine=/mine",
                          "reuse,rewrite"))

    def setUp(self):
        self.direct = cell("gather", "threads", "direct", 8, 1.0)
        self.mpi = cell("gather", "mpi", "library", 8, 5.0)

    def sections(self, *records):
        (summary, *details), missing = libraries.operation_sections(
            results_of(*records), ["absent", "gather"])
        return summary, details, missing

    def test_direct_is_compared_with_the_fastest_call_of_all_libraries_at_each_size(self):
        """The same files in processes are no call. Sizes weigh the same in the geometric mean, and
        its interval is the mean of theirs."""
        fast = cell("gather", "mpi@other", "sendrecv", 8, 4.0)
        same = cell("gather", "mpi@other", "direct", 8, 0.5)
        large = [self.direct | {"bytes": 64}, self.mpi | {"bytes": 64, "time_us": 9.0}]
        summary, (detail,), missing = self.sections(
            self.direct, self.mpi, fast, same, *large, pair(fast, self.direct, 0.25, [0.125, 0.5]),
            pair(self.mpi, fast, 0.8, [0.7, 0.9]), pair(*large, 9.0, [8.0, 32.0]))
        self.assertEqual([row[3] for row in detail.rows], ["mpi@other sendrecv", "mpi library"])
        self.assertEqual([row[4].ci95 for row in detail.rows], [(2, 8), (8, 32)])
        (row,) = summary.rows
        self.assertEqual(row[:3], ["gather", "reuse", 2])
        for value, wanted in zip((row[3].value, *row[3].ci95), (6, 4, 16), strict=True):
            self.assertAlmostEqual(value, wanted)
        self.assertEqual((row[4].value, row[5], missing), (4.0, 8, []))

    def test_a_call_that_may_be_the_fastest_is_in_the_interval(self):
        near = cell("gather", "mpi@other", "sendrecv", 8, 5.1)
        _, (detail,), _ = self.sections(
            self.direct, self.mpi, near, pair(self.direct, self.mpi, 5, [4, 6]),
            pair(self.direct, near, 5.1, [3, 7]), pair(self.mpi, near, 1.02, [0.9, 1.1]))
        self.assertEqual((detail.rows[0][4].value, detail.rows[0][4].ci95), (5, (3, 7)))

    def test_rewritten_data_are_compared_with_the_limit(self):
        reading = {"record": "canary", "placement": "bus", "ranks": 2, "handover_us": 0.1,
                   "read": [{"bytes": 8, "us": 0.5}]}
        for more, expected in (({}, None), ({"buffers": "rewrite", "consume": "timed"},
                                            Ratio(2.0, (2.0, 2.0)))):
            cells = [row | more for row in (self.direct, self.mpi)]
            summary, (detail,), _ = self.sections(*cells, pair(*cells, 5, [4, 6]), *6 * [reading])
            self.assertEqual((detail.rows[0][6], summary.rows[0][6]), (expected, expected))

    def test_cells_without_a_ratio_with_an_interval_have_no_number(self):
        """The quotient of two times that no round has in common may be anything."""
        few = pair(self.direct, self.mpi, 5.0, None)
        for records in ((), (few,)):
            summary, (detail,), missing = self.sections(self.direct, self.mpi, *records)
            self.assertEqual((summary.rows, detail.rows), ([], []))
            self.assertEqual(missing, ["gather, reuse: no interval at 1 of 1 size: a longer "
                                       "--budget may give one"])

    def test_lost_cells_are_counted_with_their_first_reason(self):
        lost = [self.mpi | {"bytes": size, "valid": False, "error": f"died at {size}"}
                for size in (8, 64)]
        self.assertEqual(libraries.lost_notes(results_of(*lost)),
                         ["mpi library: 2 cells lost: died at 8"])


def comparison(name, ours, theirs):
    return PeerComparison(name, lambda: dict(ours), lambda: dict(theirs))


class Turns(unittest.TestCase):
    def test_which_side_comes_first_alternates(self):
        order = []
        spy = PeerComparison("spy", lambda: order.append("ours") or {8: 1.0},
                             lambda: order.append("theirs") or {8: 1.0})
        turns_take([spy], 3)
        self.assertEqual(order, ["ours", "theirs", "theirs", "ours", "ours", "theirs"])

    def test_as_many_turns_are_taken_as_announced_however_unsteady_the_machine(self):
        for turns in (6, 9):
            ours = iter(range(1, 100))
            made = PeerComparison("unsteady", lambda: {8: float(next(ours))}, lambda: {8: 3.0})
            with contextlib.redirect_stderr(io.StringIO()) as said:
                turns_take([made], turns)
            self.assertEqual(len(made.turns), turns)
            self.assertEqual(re.findall(r"turn (\d+) of (\d+)", said.getvalue()),
                             [(str(turn), str(turns)) for turn in range(1, turns + 1)])

    def test_a_ratio_is_of_turns_so_that_what_slows_both_sides_cancels(self):
        made = comparison("slowed", {}, {})
        made.turns += [({8: us}, {8: 2 * us}) for us in (1.0, 3.0, 1.5, 8.0, 1.0, 2.0)]
        for value in (made.ratio(8).value, *made.ratio(8).ci95):
            self.assertAlmostEqual(value, 2)

    def test_what_fails_is_left_and_all_else_goes_on(self):
        def fail():
            raise Unavailable("no luck")

        bad = PeerComparison("bad", lambda: {8: 1.0}, fail)
        good = comparison("good", {8: 1.0}, {8: 2.0})
        turns_take([bad, good], 6)
        self.assertEqual((bad.notes(), bad.turns, bad.sizes()), (["bad: no luck"], [], []))
        self.assertEqual(good.notes(), [])
        self.assertEqual((len(good.turns), good.ratio(8).value), (6, 2))

    def test_a_table_has_the_product_s_four_words_and_no_ratio_without_an_interval(self):
        for theirs, word in ((1.02, "equivalent"), (0.9, "slower"), (1.2, "faster")):
            made = comparison("reduce", {8: 1.0}, {8: theirs})
            turns_take([made], 6)
            made.turns.append(({64: 1.0}, {64: 1.0}))
            (row,) = imb.section([made]).rows
            self.assertEqual((row[:2], row[4].value, row[5]), (["reduce", 8], theirs, word))
            self.assertEqual(made.notes(), ["reduce, 64 bytes: too few turns for an interval"])

    def test_ours_is_measured_in_a_loop_as_epcc_does(self):
        asked = Asked()
        for made in epcc.comparisons(asked, Path("syncbench"), [], [0, 1]):
            self.assertEqual(made.ours(), {})
            wanted = epcc.CONSTRUCTS[made.name]
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


class Tables(unittest.TestCase):
    section = Section("Title", ["name", "us", "ratio"],
                      [["a", Time(0.123456, (0.12, 0.13)), Ratio(2, (1, 3))],
                       ["bc", Time(1234.5, None), Ratio(2)]], ["a note"])

    def test_text_is_aligned_and_markdown_and_json_have_the_same(self):
        self.assertEqual(section_text(self.section, False),
                         "Title\n\nname     us           ratio\na     0.123  2.0 [1.0, 3.0]\n"
                         "bc        -               -\n\n  a note\n")
        text = section_text(self.section, True)
        self.assertIn("### Title\n\n| name | us | ratio |\n| --- |", text)
        self.assertIn("| bc | - | - |\n\n- a note\n", text)
        made = json.loads(json.dumps(section_json(self.section)))
        self.assertEqual(made["rows"][0], {"name": "a", "us": {"value": 0.123456,
                                                              "ci95": [0.12, 0.13]},
                                           "ratio": {"value": 2, "ci95": [1, 3]}})


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
        comops.run = mock.Mock(return_value=results_of())
        comops.mpi_prefix = mock.Mock()
        files = dict.fromkeys(osu.PROGRAMS, Path("/osu"))
        with mock.patch.object(osu, "programs_in", lambda _folder: files):
            made = osu.comparisons(comops, Path("/"), [8, 64, 512, 128 * 1024], [0, 1])
        for pattern, (name, kind), comparing in zip(osu.PROGRAMS, osu.PROGRAMS.values(), made,
                                                    strict=True):
            self.assertEqual((comparing.name, comparing.ours()), (name, {}))
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
