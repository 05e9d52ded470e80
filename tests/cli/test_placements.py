# SPDX-License-Identifier: BSD-3-Clause
"""Where ranks and pages go, and a rank that arrives late, as a user asks for it.

Usage: test_placements.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import io
import json
import re
import unittest
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
from front_end import (CORES, MACHINE, PLAIN, ROOT, TWO_CORES, Campaign, answer, asked, check_for,
                       comops, measured)

from comops.cli.answers import schemas

ANSWERS = jsonschema.Draft202012Validator(schemas()["commands.schema.json"])
MACHINES = sorted((ROOT / "tests/topology/machines").glob("*.xml"))
KEY = ("placement", "pattern", "protocol", "bytes")  # of the cells of one path


def used_launches(cell):
    """Numbers of the launches that gave a time."""
    return {number for number, us in zip(cell["launch_numbers"], cell["launch_us"], strict=True)
            if us is not None}


def printed(line):
    """What a command that measures nothing prints; it must succeed, on a busy machine too."""
    done = asked(line)
    assert measured(done.returncode) == 0, done.stderr
    return done.stdout


class Drawn(Campaign):
    @TWO_CORES
    def test_of_all_placements_those_that_seat_alike_are_measured_once_and_said(self):
        done = self.measure("--dry-run --placements all --patterns pingpong --sizes 8 "
                            "--protocols barrier --ranks 2")
        taken = answer("machine --json --placements all --ranks 2")
        pinnings = {tuple(p["pus"]) for p in taken["placements"] if not p["refused"]}
        self.assertEqual(len(done.stdout.splitlines()), len(pinnings))
        self.assertIn("equals bus: measured once", done.stderr)

    def test_a_saved_machine_sends_no_control_characters_to_the_terminal(self):
        saved = self.folder / "hostile.xml"
        saved.write_text((MACHINES[0].parent / "16amd64-4distances.xml").read_text().replace(
            "Opteron", "&#x9b;2J &#x202e;"))
        for form in ("", "--json"):
            done = asked(f"machine {form} --xml {saved}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("\\u009b2j", done.stdout.lower())
            self.assertFalse(set("\x9b\u202e") & set(done.stdout + done.stderr))

    def test_every_saved_machine_becomes_a_picture_with_each_rank_in_each_placement(self):
        picture = self.folder / "placements.svg"
        for xml in MACHINES:
            line = f"machine --xml {xml} --placements all --ranks 3"
            done = asked(f"{line} --svg {picture}")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), xml)
            placements = answer(f"{line} --json")["placements"]
            pinnings = {tuple(row["pus"]) for row in placements if not row["refused"]}
            groups = ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}g")
            told = [mark[0].text for mark in groups if mark[0].tag.endswith("title")]
            self.assertEqual(len(told), 3 * len(pinnings), xml)
            for rank, pu in {(rank, pu) for pus in pinnings for rank, pu in enumerate(pus)}:
                self.assertTrue(any(f"rank {rank}: hardware thread {pu}," in text or
                                    f"rank {rank}: hardware thread {pu}" == text
                                    for text in told), (xml, rank, pu))

    def test_a_picture_overwrites_neither_results_nor_the_machine_that_was_read(self):
        saved = self.folder / "machine.xml"
        saved.write_bytes(MACHINES[0].read_bytes())
        (self.folder / "link.svg").symlink_to(saved)
        for picture in ("machine.xml", "link.svg"):
            self.refused(f"machine --xml {saved} --svg {self.folder / picture}",
                         f"{picture}: is the machine's file and would be overwritten")
        self.assertEqual(saved.read_bytes(), MACHINES[0].read_bytes())
        results = self.folder / "results.jsonl"
        header = '{"record": "campaign", "schema": "comops/1"}\n'
        results.write_text(header)
        self.refused(f"machine --svg {results}",
                     "results.jsonl: is a results file and would be overwritten")
        self.assertEqual(results.read_text(), header)


@TWO_CORES
class Measured(Campaign):
    def test_a_list_of_hardware_threads_is_a_placement(self):
        pus = [p["os_index"] if isinstance(p, dict) else p
               for core in MACHINE["cores"] for p in core["usable_pus"][:1]][:2][::-1]
        name = "pu:" + "+".join(map(str, pus))
        shown = answer(f"machine --json --placements {name} --ranks 2")
        self.assertEqual(shown["placements"][0]["pus"], pus)
        self.measure(f"--placements {name} --patterns pingpong --sizes 8 --protocols barrier "
                     "--budget 0.3 --launches 1 --ranks 2")
        self.assertEqual({tuple(c["pus"]) for c in self.cells()}, {tuple(pus)})

    def test_the_same_implementation_on_two_placements_has_a_ratio_of_launches_in_common(self):
        first, other = (core["usable_pus"][0] for core in MACHINE["cores"][:2])
        names = [f"pu:{first}+{other}", f"pu:{other}+{first}"]
        done = self.measure(f"--placements {','.join(names)} --patterns pingpong,reduce --ranks 2 "
                            "--sizes 8,4K --paths threads --protocols barrier,direct --budget 4")
        cells = {tuple(cell[part] for part in KEY): cell for cell in self.cells()}
        self.assertEqual(len(cells), 16)
        # A placement whose ranks were at several distances has few launches at its usual one.
        common = {}
        for key, cell in cells.items():
            if key[0] == names[0]:
                common[key[1:]] = len(used_launches(cell) & used_launches(
                    cells[names[1], *key[1:]]))
        ratios = self.records("placement_ratio")
        self.assertEqual({tuple(ratio["a"][part] for part in KEY[1:]): ratio["launches"]
                          for ratio in ratios}, {key: n for key, n in common.items() if n})
        self.assert_valid(ratios)
        for ratio in ratios:
            a, b = ratio["a"], ratio["b"]
            self.assertEqual([a["placement"], b["placement"]], names)
            self.assertEqual(a | {"placement": ""}, b | {"placement": ""})
            if ratio["launches"] >= 6:
                self.assertLessEqual(ratio["ci95"][0], ratio["ratio"])
        if not ratios:
            self.skipTest("no launch was at the same distance on both placements")
        said = " ".join(done.stdout.split())
        self.assertRegex(said, fr"Each implementation on {re.escape(names[1])} against "
                         fr"{re.escape(names[0])}: .* of {len(ratios)} comparisons\.")


class Pairs(Campaign):
    @TWO_CORES
    def test_latency_and_bandwidth_are_measured_between_all_pairs(self):
        done = comops("machine --pairs --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        ANSWERS.validate(json.loads(done.stdout))
        pairs = json.loads(done.stdout)["pairs"]
        count = len(pairs["pus"])
        self.assertEqual(count, min(CORES, 48))
        for matrix in (pairs["latency_us"], pairs["rate_MBps"]):
            for i in range(count):
                self.assertIsNone(matrix[i][i])
                for j in range(i):
                    self.assertGreater(matrix[i][j], 0)
                    self.assertEqual(matrix[i][j], matrix[j][i])
        self.assertEqual({level for row in pairs["distance"] for level in row} - {0},
                         set(range(1, len(pairs["distances"]) + 1)))
        shown = comops("machine --pairs", PLAIN | {"NO_COLOR": ""}).stdout
        self.assertIn("One-way time of 8 bytes, ns", shown)
        self.assertNotIn("\033", shown)  # which is for terminals

    @TWO_CORES
    def test_pairs_are_drawn_too(self):
        picture = self.folder / "pairs.svg"
        done = comops(f"machine --pairs --svg {picture}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("One way of 1 MiB, GB/s", picture.read_text())

    @TWO_CORES
    def test_what_accesses_cost_is_measured_for_each_distance(self):
        calibration = json.loads(comops("machine --calibrate --json").stdout)["calibration"]
        levels = {pair["level"] for pair in calibration["pairs"]}
        self.assertEqual(levels, set(range(1, max(levels) + 1)))
        for name in (*calibration["core"], *calibration["pairs"][0]):
            if name not in ("pus", "level", "distance"):
                self.assertRegex(name, "_(ns|MBps|ns_per_byte)$|^stores$")
        text = comops("machine --calibrate").stdout
        self.assertIn("load of a modified line in the other's cache", text)

    @TWO_CORES
    def test_limits_are_measured_by_size_or_a_reason_is_given(self):
        done = comops("machine --limits --json")
        if done.returncode == 1:  # other programs, or cores that move
            self.assertIn("stayed at one distance", done.stderr)
            return
        (limits,) = json.loads(done.stdout)["limits"]
        self.assertLessEqual(6, limits["used"])
        self.assertLessEqual(limits["used"], limits["rounds"])
        ways = {}
        for time in limits["times"]:
            ways.setdefault(time["way"], []).append(time["bytes"])
            self.assertLessEqual(time["ci95_us"][0], time["us"])
        self.assertEqual({*ways}, {"read", "alone", "both", "alone_past", "both_past"})
        self.assertEqual(ways["read"][:3], [8, 64, 512])

    def test_a_check_has_a_verdict_on_each_of_its_subjects(self):
        with check_for(1.0):
            findings = answer("machine --check --json")["check"]
        self.assertEqual([finding["name"] for finding in findings], [
            "cores", "steal", "frequency", "smt", "clock", "faults", "huge_pages", "others"])
        self.assertLessEqual({finding["good"] for finding in findings}, {True, False, None})


@TWO_CORES
class Pages(Campaign):
    MEMORY = "local", "interleave"

    def settings(self, cells):
        return [(cell["memory"], cell["pages"]) for cell in cells]

    def test_each_place_and_size_is_a_table_of_its_own_in_every_output(self):
        wanted = [(memory, pages) for memory in self.MEMORY for pages in ("4k", "thp")]
        self.measure(f"--pages thp,4k --memory {','.join(self.MEMORY)} -a threads -p pingpong -s 8 "
                     "-r direct,barrier -n 2 -l bus --budget 0.4 --launches 1")
        self.assertEqual(self.settings(self.cells()[::2]), wanted)
        nodes = {node["os_index"] for node in MACHINE["numa_nodes"]}
        if len(nodes) == 1:
            self.assertLessEqual({n for cell in self.cells() for n in cell["numa"]}, nodes | {None})
        shown = " ".join(printed(f"show {self.file}").split())
        for memory, pages in wanted:
            place = "" if memory == "local" else f", {memory} pages"
            self.assertIn(f"data read within the time{place}, page size {pages} bytes", shown)
        for pair in self.records("pair"):
            self.assertEqual(*self.settings([pair["a"], pair["b"]]))

        rows = list(csv.DictReader(io.StringIO(printed(f"report --format csv {self.file}"))))
        self.assertEqual(self.settings(rows[::2]), wanted)
        summary = printed(f"report --format md {self.file}")
        for memory, pages in wanted:
            self.assertIn(f"| pingpong, bus, {memory} pages, page size {pages} |", summary)
        compared = json.loads(printed(f"compare --format json {self.file} {self.file}"))
        self.assertEqual(compared["summary"]["compared"], 8)

        whole = self.file.read_text().splitlines(keepends=True)
        first = next(at for at, line in enumerate(whole) if json.loads(line)["record"] == "cell")
        self.file.write_text("".join(whole[:first + 2]))
        self.assertEqual(measured(comops(f"run --resume {self.file}").returncode), 0)
        self.assertEqual(self.settings(self.cells()[::2]), wanted)

    def test_small_pages_are_not_huge(self):
        self.measure("-p pingpong -r barrier,sendrecv -l bus -n 2 -s 4M --pages 4k,thp --budget 1 "
                     "--launches 1")
        self.assertEqual({b for c in self.cells() if c["pages"] == "4k" for b in c["huge_bytes"]},
                         {0})

    def test_reserved_huge_pages_that_are_not_there_are_said_with_how_to_get_them(self):
        if int(Path("/proc/sys/vm/nr_hugepages").read_text()):
            self.skipTest("this machine has reserved some")
        done = self.measure("-p pingpong -r barrier -l bus -n 2 -s 8 --pages 2m --budget 0.5 "
                            "--launches 1", status=1)
        self.assertIn("vm.nr_hugepages", done.stderr)
        self.assertFalse(any(c["valid"] for c in self.cells()))


@TWO_CORES
class Late(Campaign):
    PLAN = "run --dry-run --json -a threads -p pingpong -s 8 -r direct -n 2"

    def test_a_delay_is_part_of_the_key_and_not_of_the_time(self):
        done = self.measure("--skew 5000 -a threads -p broadcast -s 8 -r direct -n 2 -l bus "
                            "--budget 0.2 --launches 1 --tuning off")  # trials take as long
        (cell,) = self.cells()
        self.assertEqual(cell["skew"], "5000us")
        self.assertLess(cell["time_us"], 5000)  # the delay is not counted
        self.assertGreater(cell["duration_s"], 10 * 0.005)  # but there is one in every run
        self.assertIn("last rank late by 5000us", done.stdout)
        (row,) = csv.DictReader(io.StringIO(printed(f"report --format csv {self.file}")))
        self.assertEqual(row["skew"], "5000us")
        compared = json.loads(printed(f"compare --format json {self.file} {self.file}"))
        self.assertEqual(compared["summary"]["compared"], 1)

    def test_without_the_options_the_key_has_neither_pages_nor_a_delay(self):
        planned = list(map(json.loads, printed(f"{self.PLAN} --pages default,2m").splitlines()))
        self.assertEqual([row.get("pages") for row in planned[:2]], [None, "2m"])
        self.assertNotIn("skew", planned[0])
        self.assertIn('"skew":"5us"', printed(f"{self.PLAN} --skew 5"))


unittest.main(verbosity=2)
