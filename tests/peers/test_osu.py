# SPDX-License-Identifier: BSD-3-Clause
"""OSU's programs in `comops peers`, with recorded output and a stand-in.

Usage: test_osu.py SOURCE [UNITTEST ARGUMENTS]
"""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SOURCE = Path(sys.argv.pop(1))
sys.path[:0] = [str(SOURCE)]
RECORDED = SOURCE / "tests/peers/recorded"
STAND_IN = SOURCE / "tests/peers/fakes/osu"

from peers import osu  # noqa: E402
from peers.programs import Comops, Unavailable  # noqa: E402
from records.read import Campaign  # noqa: E402


class Tables(unittest.TestCase):
    def test_columns_are_read_by_their_names(self):
        for file, name, found in (
            ("osu-latency.txt", "Avg Latency(us)", {8: 3.27, 16: 1.1, 32: 2.32, 64: 4.03}),
            ("osu-latency.txt", "Max Latency(us)", {}),  # only with -f
            ("osu-bw.txt", "MB/s", {8: 1.76, 16: 103.95, 32: 10.8, 64: 403.14}),
            ("osu-mbw_mr.txt", "MB/s", {8: 2.14, 16: 109.0, 32: 210.61, 64: 425.76}),
            ("osu-allreduce.txt", "Max Latency(us)", {8: 0.72, 16: 21.24, 32: 1.05, 64: 5.21}),
            ("osu-barrier.txt", "Max Latency(us)", {0: 0.72}),
        ):
            self.assertEqual(osu.table_read((RECORDED / file).read_text(), name), found)


class Programs(unittest.TestCase):
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


class Comparisons(unittest.TestCase):
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
