# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --resume FILE`: a refusal leaves FILE as it was, and nothing in FILE is obeyed.

Usage: test_resume.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import fcntl
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from front_end import COMOPS, CORES, TWO_CORES, forked, measured

WORDS = ["--paths", "threads", "--patterns", "barrier", "--protocols", "barrier,direct", "--ranks",
         "2", "--budget", "0.2", "--launches", "1"]
CUT = b'{"record":"cell","pat'
HOSTILE = "\x1b]0;title\x07 \x9b2J \u202e"


def run(*words):
    done = subprocess.run([COMOPS, "run", *words], capture_output=True, timeout=600, check=False)
    errors = done.stderr.decode(errors="surrogateescape")
    return measured(done.returncode), done.stdout.decode(), errors


@TWO_CORES
class Resume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = Path(cls.folder.name, "results.jsonl")
        status, _, errors = run(*WORDS, "-o", str(cls.file))
        assert status == 0, errors
        cls.lines = cls.file.read_bytes().splitlines(keepends=True)
        kinds = [json.loads(line)["record"] for line in cls.lines]
        cls.one_cell = b"".join(cls.lines[:kinds.index("cell") + 1])

    def write(self, content, **facts):
        """The file with other facts of the campaign."""
        first, rest = content.split(b"\n", 1)
        campaign = json.dumps({**json.loads(first), **facts}).encode()
        self.file.write_bytes(campaign + b"\n" + rest)
        return self.file.read_bytes()

    def refused(self, expected, content, status=2, **facts):
        before = self.write(content, **facts)
        done = forked.comops(COMOPS, ["run", "--resume", str(self.file)])
        self.assertEqual((done.returncode, done.stdout), (status, ""), done)
        self.assertIn(expected, done.stderr)
        self.assertEqual(self.file.read_bytes(), before)
        return done.stderr

    def test_a_refusal_leaves_the_file_as_it_was(self):
        for content in (self.one_cell, self.one_cell[:-1], self.one_cell + CUT):
            with self.subTest(end=content[-20:]):
                self.refused("belongs to elsewhere", content, host="elsewhere")
                self.refused("no command line", content, command=[])
                self.refused("not a results file", content, schema="comops/0")
                self.refused("can be measured", content, status=77,
                             command=["comops", "run", "--ranks", str(CORES + 1)])

    def test_another_environment_is_refused_with_the_variables(self):
        for then, said in (({"OMP_STACKSIZE": "2M"}, "OMP_STACKSIZE was 2M, is not set"),
                           ({"FI_PROVIDER": "shm"}, "FI_PROVIDER was shm, is tcp")):
            with mock.patch.dict(os.environ, {"FI_PROVIDER": "tcp"} if "tcp" in said else {}):
                errors = self.refused(said, self.one_cell, environment=then)
                self.assertIn("in the same one", errors)

    def test_a_file_that_another_campaign_writes_is_refused(self):
        with self.file.open("ab") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            self.refused("is in use", self.one_cell)

    def test_a_whole_cell_without_its_end_of_line_is_kept(self):
        for content in (self.one_cell, self.one_cell[:-1], self.one_cell + CUT):
            self.write(content)
            status, _, errors = run("--resume", str(self.file))
            self.assertEqual(status, 0, errors)
            after = self.file.read_bytes()
            self.assertEqual(after.splitlines()[:2][1], self.one_cell.splitlines()[1])
            kinds = [json.loads(line)["record"] for line in after.splitlines()]
            self.assertEqual(kinds.count("campaign"), 1)
            self.assertGreaterEqual(kinds.count("cell"), 2)

    def test_a_command_that_measures_nothing_is_refused(self):
        for words in (["--usage"], ["-?"], ["--version"], ["--sizes"], ["--seed", str(2 ** 64)]):
            with self.subTest(words=words):
                self.refused("cannot be resumed", self.one_cell, command=["comops", "run", *words])

    def test_a_terminal_gets_nothing_of_the_file_that_it_would_obey(self):
        command = {"command": ["comops", "run", "--sizes", HOSTILE]}
        for facts in ({"host": HOSTILE}, {"machine": HOSTILE}, command,
                      {"command": ["comops", "run", HOSTILE]},
                      {"command": ["comops", "run", "--" + HOSTILE]},
                      {"command": ["comops", "run", "--paths", HOSTILE]},
                      {"command": ["comops", "run", "--placements", HOSTILE]},
                      {"command": ["comops", "run", "--memory", HOSTILE]},
                      {"command": ["comops", "run", "--mpi", HOSTILE + "=/nowhere"]}):
            with self.subTest(facts=facts):
                errors = self.refused("", self.one_cell, **facts)
                self.assertFalse(set(errors) & set(HOSTILE) - set("title02J;] "), errors)

    def test_canaries_are_neither_lost_nor_doubled(self):
        """The canaries of an unfinished stage belong to no cell: the resumed one begins anew. A
        slow start takes no launches from it."""
        slow = Path(self.folder.name, "mpiexec")
        slow.write_text("#!/bin/sh\nsleep 3\n")
        slow.chmod(0o755)
        words = [*WORDS[:-4], "--quick", f"--mpiexec={slow}"]
        name = os.path.join(self.folder.name, "launches.jsonl")
        status, _, errors = run(*words, "-o", name)
        self.assertEqual(status, 0, errors)
        lines = Path(name).read_bytes().splitlines(keepends=True)
        canaries = [line for line in lines if json.loads(line)["record"] == "canary"]
        Path(name).write_bytes(lines[0] + canaries[0] + CUT)
        self.assertEqual(run("--resume", name)[0], 0)
        launches = []
        for line in Path(name).read_bytes().splitlines()[2:]:
            record = json.loads(line)
            if record["record"] == "canary":
                launches.append(record["launch"])
            elif record["record"] == "cell":
                self.assertEqual(launches, list(range(1, len(launches) + 1)))
                self.assertLessEqual(set(record["launch_numbers"]), set(launches))
        self.assertGreater(len(launches), 1)

    def test_a_finished_file_is_resumed_without_measuring(self):
        """Also one that was interrupted, and resumed to its end."""
        records = [json.loads(line) for line in self.lines]
        cell = next(record for record in records if record["record"] == "cell")
        begun = [{**cell, "stopped": "interrupted"},
                 {"record": "end", "records": 2, "ended": "interrupted"}]
        rest = [*records[1:-1], {**records[-1], "records": len(records) + 1}]
        whole = b"".join(json.dumps(record).encode() + b"\n"
                         for record in (records[0], *begun, *rest))
        for content in (b"".join(self.lines), whole):
            self.file.write_bytes(content)
            status, _, errors = run("--resume", str(self.file))
            self.assertEqual(status, 0, errors)
            self.assertIn("nothing is left to measure", errors)
            self.assertEqual(self.file.read_bytes(), content)

    def test_a_finished_file_that_is_not_to_be_used_is_still_not(self):
        records = [json.loads(line) for line in self.lines]
        for record in records:
            if record["record"] == "trust":
                record["verdict"] = "do not use"
        self.file.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records))
        done = subprocess.run([COMOPS, "run", "--resume", str(self.file)], capture_output=True,
                              timeout=600, check=False)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_a_campaign_goes_on_only_with_the_libraries_that_it_began_with(self):
        campaign = json.loads(self.lines[0])
        name = next(iter(campaign["loaded"]["threads"]))
        campaign["loaded"]["threads"][name] = "0" * 64
        cell = next(line for line in self.lines if json.loads(line)["record"] == "cell")
        content = json.dumps(campaign).encode() + b"\n" + cell
        self.file.write_bytes(content)
        status, _, errors = run("--resume", str(self.file))
        self.assertEqual(status, 2, errors)
        self.assertIn(f"other libraries (threads: {name}); resume it with the same", errors)
        self.assertEqual(self.file.read_bytes(), content)

    def test_words_that_are_not_utf8_are_recorded_and_resumed(self):
        name = os.path.join(os.fsencode(self.folder.name), b"caf\xe9 \\xe9.jsonl")
        done = subprocess.run([COMOPS, "run", *WORDS, "-o", name, b"--mpiexec=/\xff/mpiexec"],
                              capture_output=True, timeout=600, check=False)
        self.assertEqual(measured(done.returncode), 0, done.stderr)
        lines = Path(os.fsdecode(name)).read_bytes().splitlines(keepends=True)
        first = json.loads(lines[0])
        self.assertEqual(first["command"][2:-2], WORDS + ["-o"])
        self.assertTrue(first["command"][-2].endswith(r"caf\xe9 \x5cxe9.jsonl"))
        self.assertEqual(first["command"][-1], r"--mpiexec=/\xff/mpiexec")
        self.file.write_bytes(b"".join(lines[:2]))
        status, _, errors = run("--resume", str(self.file))
        self.assertEqual(status, 0, errors)


unittest.main(verbosity=2)
