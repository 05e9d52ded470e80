# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as a user runs it: what it prints, what it leaves, how it fails.

Usage: test_cli.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import itertools
import os
import re
import unittest
from statistics import median

from front_end import CORES, PATHS, TWO_CORES, asked
from interrupted import NEEDS_MPI, Campaign

NEEDS_SHMEM = unittest.skipIf(PATHS["shmem"]["missing"], PATHS["shmem"]["missing"])


def used_blocks(cell):
    """Numbers of the rounds in which it has a time that counts."""
    return {at for at, count in enumerate(cell["blocks"]) if count} - {*cell.get("left_out", ())}


class Run(Campaign):
    def ratios_agree_with_times(self, text):
        """Where the interval of a ratio does not contain the quotient of the times, that is said,
        and of no other, as exactly as their digits tell."""
        table = text.partition("pingpong, ")[2].partition("\n\n")[0]
        times = {row[0]: row for row in re.findall(r"(?m)^ +(\w+) +([\d.]+) +\w+ +([\d.]+)", table)}
        rows = re.findall(r"(?m)^ +(\w+)  [\d.]+ \[([\d.]+), ([\d.]+)", table)
        self.assertTrue(rows or any(not pair["ci95"] for pair in self.records("pair")))
        told = " ".join(table.split()).partition(": the quotient of the two times")[0]
        for size, *ends in rows:
            (threads, a), (mpi, b), (low, c), (high, d) = [
                (float(text), 0.5 / 10 ** len(text.partition(".")[2]))
                for text in (*times[size][1:], *ends)]
            least, most = (mpi - b) / (threads + a), (mpi + b) / (threads - a)
            if re.search(rf"MPI / OpenMP at {size}(,|$)", told):
                self.assertFalse(low + c <= least and most <= high - d, table)

    def without_notes(self, text):
        return [line for line in text.partition("\nNotes: ")[0].splitlines() if line]

    @NEEDS_MPI
    def test_a_quick_run_measures_both_paths_and_says_who_wins(self):
        done = self.measure("--quick --seed 1 --paths threads,mpi --patterns pingpong,reduce "
                            "--table")
        *_, heading = re.finditer(r"\|\s+GNU\s+OpenMP\s+\|", done.stdout)
        answer = done.stdout[heading.start():]
        self.assertRegex(done.stdout, r"(?m)^pingpong, [24] ranks on bus: ")
        self.assertRegex(answer, r"(?m)^OpenMP against MPI: ")
        self.assertRegex(answer, r"(?m)^Our own shared-memory code, `direct`, ")
        self.assertRegex(answer, r"(?m)^(In threads or processes, the|The) same code")
        self.assertLess(len(self.without_notes(answer)), 30)
        # What a run says of the machine that no record has is among the notes.
        said = self.without_notes(done.stdout)
        self.assertEqual(self.without_notes(asked(f"show {self.file}").stdout), said)
        again = self.without_notes(asked(f"show --answer {self.file}").stdout)
        self.assertEqual(again, said[-len(again):])
        self.assertNotIn("\033", done.stdout)
        self.assertEqual([line for line in done.stdout.splitlines()
                          if len(line) > 100 and str(self.file) not in line], [])
        self.assertIn("seed 1", done.stderr)
        first, *_ = self.records()
        self.assertEqual((first["record"], first["schema"], first["seed"]),
                         ("campaign", "comops/1", 1))
        self.assertEqual(first["command"][:2], ["comops", "run"])
        declared = {(i["path"], i["protocol"], i["pattern"]): i for i in first["implementations"]}
        self.assertEqual(set(declared), {(c["path"], c["protocol"], c["pattern"])
                                         for c in self.cells()})
        self.assertEqual(declared["threads", "direct", "pingpong"]["copies"], "1")
        self.assertIsNone(declared["mpi", "library", "reduce"]["waits"])
        self.assertIn("<topology", first["topology_xml"])
        for cell in self.cells():
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)
            valid = [time for time in cell["launch_us"] if time is not None]  # others were void
            self.assertAlmostEqual(cell["time_us"] / median(valid), 1, places=7)
            if len(valid) < 6:  # a machine too busy for six launches gives no interval
                self.assertIsNone(cell["ci95_us"])
            else:
                self.assertLessEqual(cell["ci95_us"][0], cell["time_us"])
                self.assertGreaterEqual(cell["ci95_us"][1], cell["time_us"])
            self.assertEqual(sum(cell["blocks"]), len(cell["samples_us"]))
        self.assertEqual({c["path"] for c in self.cells()}, {"threads", "mpi"})
        self.ratios_agree_with_times(done.stdout)
        pairs = self.records("pair")
        cells = [((c["pattern"], c["bytes"]), used_blocks(c)) for c in self.cells()]
        self.assertEqual(len(dict(cells)), 2 * 3)
        self.assertEqual(len(pairs), sum(a[0] == b[0] and not a[1].isdisjoint(b[1])
                                         for a, b in itertools.combinations(cells, 2)))
        for pair in pairs:
            self.assertEqual({k: v for k, v in pair["a"].items() if k not in ("path", "protocol")},
                             {k: v for k, v in pair["b"].items() if k not in ("path", "protocol")})

    @NEEDS_MPI
    def test_a_library_that_allocates_has_no_page_faults_if_malloc_keeps_its_memory(self):
        self.measure("--malloc keep --patterns reduce --paths mpi --protocols library "
                     "--sizes 256K --budget 1s --launches 1")
        cell, = self.cells()
        self.assertTrue(cell["valid"], cell)
        self.assertNotIn("page-faults", cell["warnings"])

    @NEEDS_MPI
    def test_the_papers_method_reports_bytes_by_round_trip(self):
        self.measure("--method comops --patterns pingpong --sizes 80 --budget 1s --launches 1 "
                     "--protocols barrier,direct,sendrecv")
        self.assertEqual({cell["path"] for cell in self.cells()}, {"threads", "mpi"})
        for cell in self.cells():
            self.assertEqual((cell["method"], cell["mode"]), ("comops", "loop"))
            self.assertAlmostEqual(cell["rate_MBps"], 80 / (2 * cell["time_us"]), 5)

    def test_forced_oversubscription_is_marked_everywhere(self):
        done = self.measure(f"--ranks {CORES + 1} --sizes 8 --oversubscribe "
                            "--paths threads,mpi --protocols barrier,library "
                            "--patterns broadcast --budget 1 --launches 1")
        self.assertIn("\nOVERSUBSCRIBED: more ranks than cores", done.stdout)
        self.assertIn("oversubscribed in ", done.stdout)
        self.assertTrue(all(c["oversubscribed"] for c in self.cells()))

    @TWO_CORES
    def test_the_callers_affinity_mask_is_respected(self):
        pu = min(os.sched_getaffinity(0))

        def bind():
            os.sched_setaffinity(0, {pu})

        self.measure("--sizes 8", status=77, preexec_fn=bind)
        self.measure("--sizes 8 --ranks 2 --oversubscribe --paths threads --patterns broadcast "
                     "--budget 0.5 --launches 1", preexec_fn=bind)
        self.assertEqual({pu for c in self.cells() for pu in c["pus"]}, {pu})


@TWO_CORES
class Recorded(Campaign):
    """What one campaign of threads alone records."""

    @classmethod
    def setUpClass(cls):
        test = cls()
        test.setUp()
        test.measure("--paths threads --protocols direct --patterns pingpong,broadcast,barrier "
                     "--buffers reuse,rewrite --consume no,between,timed --sizes 8,64K --budget 2 "
                     "--launches 1")
        cls.all = test.records()
        test.doCleanups()

    def cells(self, **key):
        return [row for row in self.all if row["record"] == "cell" and key.items() <= row.items()]

    def test_both_buffer_modes_are_measured_when_asked_for(self):
        self.assertEqual({cell["buffers"] for cell in self.cells()}, {"reuse", "rewrite"})
        self.assertIn(self.all[0]["vectors"], ("baseline", "avx2", "avx512"))

    def test_what_reading_takes_is_recorded_where_it_is_timed(self):
        for cell in self.cells():
            if cell["consume"] == "timed":
                self.assertGreater(cell["reading_us"], 0)
            else:
                self.assertNotIn("reading_us", cell)
        for pattern in ("pingpong", "broadcast"):
            short, long = sorted((cell["bytes"], cell["reading_us"]) for cell in self.cells(
                pattern=pattern, consume="timed", buffers="rewrite"))
            self.assertLess(short[1], long[1])

    def test_what_an_empty_run_takes_is_recorded_where_it_was_taken_off(self):
        for cell in self.cells():
            if cell["mode"] == "loop":  # only short runs, which a machine need not have
                if cell["pattern"] != "barrier":  # otherwise writing and reading would be timed
                    self.assertEqual((cell["pattern"], cell["buffers"]), ("pingpong", "reuse"))
                    self.assertNotEqual(cell["consume"], "between")
                self.assertNotIn("empty_us", cell)
                continue
            # A block whose empty runs all had a late rank has neither.
            for empty_us, count in zip(cell["empty_us"], cell["blocks"], strict=True):
                self.assertGreaterEqual(empty_us > 0, count > 0)
            self.assertGreater(min(cell["samples_us"]), 0)

    def test_every_stamp_of_an_isolated_run_is_recorded(self):
        for cell in self.cells(pattern="pingpong", consume="timed", buffers="rewrite"):
            stamps, percentiles = cell["stamps"], cell["percentiles"]
            times = [step * stamps["unit_us"] for step in itertools.accumulate(stamps["steps"])]
            every = [us for us, count in zip(times, stamps["counts"]) for _ in range(count)]
            self.assertEqual(cell["repeats"], 1)
            self.assertLessEqual(set(cell["blocks"]), {0, 1})  # a block is one sample
            self.assertGreaterEqual(len(every), len(used_blocks(cell)))
            # A nanosecond there and back, or a thousandth.
            self.assertGreaterEqual(stamps["unit_us"], 0.0005)
            self.assertLessEqual(stamps["unit_us"], max(0.0005, 1.01 * median(every) / 1000))
            self.assertAlmostEqual(times[-1], percentiles["max_us"], delta=stamps["unit_us"])
            shares = [percentiles[name] for name in ("p50", "p90", "p99", "p99.9")]
            for share in shares:  # a value with an interval, or why not
                self.assertEqual(share["us"] is None, share["ci95"] is None)
                self.assertEqual(share["us"] is None, "batches" in share)
            self.assertEqual(cell["clock_offset"]["ranks"], [0, 1])


class Methods(Campaign):
    @NEEDS_MPI
    def test_the_method_of_imb_times_collectives_one_by_one_and_loops_the_others(self):
        self.measure("--method imb --patterns pingpong,broadcast,barrier --sizes 8 "
                     "--protocols library,sendrecv --launches 1 --budget 2s")
        for cell in self.cells():
            self.assertEqual((cell["method"], cell["buffers"], cell["valid"]),
                             ("imb", "reuse", True))
            self.assertEqual(cell["mode"], "isolated" if cell["pattern"] == "broadcast" else "loop")
            self.assertGreaterEqual(cell["repeats"], 10)


class OpenShmem(Campaign):
    @NEEDS_SHMEM
    @TWO_CORES
    def test_openshmem_is_measured_beside_threads(self):
        self.measure("--paths threads,shmem --patterns pingpong --sizes 8 --budget 1 --launches 1")
        self.assertIn("OpenSHMEM 1.", self.records()[0]["runtimes"]["shmem"])
        mine = [c for c in self.cells() if c["path"] == "shmem"]
        self.assertEqual({c["protocol"] for c in mine}, {"put", "get"})
        for cell in mine:
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)


unittest.main(verbosity=2)
