# SPDX-License-Identifier: BSD-3-Clause
"""The commands that the documentation shows: `Understood` measures next to nothing, `Obeyed` runs
all of them.

Usage: test_documents.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import documents
import front_end
from busy import measured
from front_end import PATHS, PLAIN, ROOT, TWO_CORES, check_for, forked

COMOPS = os.path.abspath(front_end.COMOPS)  # typed in another folder
MACHINE = ROOT / "tests/topology/machines/32em64t-2n8c2t-pci-noio.xml"
MACHINE_CORES = 16
BUILT = ROOT / "build/catalogue.json"
NOWHERE = "/nowhere/at/all"
PREFIX = Path((PATHS["mpi"]["launcher"] or ["/none/bin/none"])[0]).parent.parent
MISSING = {name for name, path in PATHS.items() if path["missing"]}
# What a reader fills in, and what follows where the text names a command or an option alone.
RESULTS = "results.jsonl"
SWEEP = "sweep"
STORE = "store"
STAND_INS = {"FILE": RESULTS, "BASE": RESULTS, "NEW": RESULTS,
             "DIR": SWEEP, "STORE": STORE, "DIR|FILE...": SWEEP,
             "NAME": "broadcast", "PATTERN": "broadcast", "P": "bus:4", "N": "4",
             "PAPER:ITEM": "luo:figure-3", "X": "pingpong", "S": "8"}
FILES = {"--xml": "machine.xml", "--svg": "machine.svg", "--heat": "matrix.csv"}
REST = {"run --resume": [RESULTS], "run --protocols": ["direct"], "show": ["broadcast"],
        "machine --xml": ["machine.xml"], "report": [RESULTS], "compare": [RESULTS, RESULTS],
        "compare --fail-if": ["slower:5%", RESULTS, RESULTS],
        "simulate": ["--platform", "bus:4"], "reproduce": ["luo:figure-3"]}
LESS = {"run": ["--budget", "0.5"],
        "simulate": ["--patterns", "pingpong", "--sizes", "8", "--ranks", "2"],
        "peers": ["--peers", "", "--budget", "2", "--patterns", "broadcast", "--sizes", "8"],
        "pstswm": ["--problems", "T10L1", "--runs", "1", "--steps", "2"]}
# By `comops machine`, where nothing follows.
MEASURED = ("--pairs", "--calibrate", "--check", "--limits", "--heat")
WITH_ONE_CORE = ("--check",)  # of these, what says something of one core too
# Groups of counters that the processor lacks; a comops of another version installed at PREFIX.
REFUSED = ("likwid has for this processor", "another layout of the memory")
LOOKS = ("check", "report")  # of `comops fleet`, at a sweep that is there
USAGE, NOT_HERE = 2, 77


def completed(words):
    """A command with all that a reader has to fill in; what reads files reads the same ones."""
    name, *rest = words
    rest = [FILES.get(before, STAND_INS["FILE"]) if word == "FILE" else STAND_INS.get(word, word)
            for before, word in zip(words, rest)]
    rest = [re.sub(r"PREFIX\d?", str(PREFIX), word) for word in rest]
    rest = [str(ROOT / word) if "/" in word and (ROOT / word).is_file() else word for word in rest]
    rest += REST.get(" ".join([name, *rest]), [])
    if name == "fleet" and rest and rest[0] in LOOKS and SWEEP not in rest:
        rest.append(SWEEP)
    if name in ("report", "compare", "show"):
        rest = [re.sub(r"[^,]+\.jsonl", RESULTS, word) for word in rest]
    return [name, *rest]


def is_possible(words):
    """Whether the paths and the libraries that the command names are there."""
    typed = " ".join(words)
    needed = [Path(name) for name in re.findall(r"=(/usr/[^:, ]+\.so[.\d]*)", typed)]
    if str(PREFIX) in typed:
        needed.append(PREFIX / "lib/libmpi.so.12")
    return not any(path in word.split(",") for path in MISSING for word in words) and all(
        file.exists() for file in needed)


@contextmanager
def one_core() -> Iterator[None]:
    """A machine on which nothing can be measured."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@TWO_CORES
class Documents(unittest.TestCase):
    """Each command in a folder that has the files which it names."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.commands = {}
        for page, words in documents.typed(ROOT):
            if words:
                cls.commands.setdefault(tuple(completed(words)), page)
        (cls.folder / "machine.xml").write_bytes(MACHINE.read_bytes())
        settings = re.search(r"```toml\n(.*?)```", (ROOT / "docs/commands.md").read_text(), re.S)
        (cls.folder / "comops.toml").write_text(settings[1])
        (cls.folder / "matrix.csv").write_text("\n".join(
            ",".join(["50"] * row) for row in range(MACHINE_CORES)) + "\n")
        cls.comops("run", "--paths", "threads", "--protocols", "direct,get", "--patterns",
                   "pingpong", "--sizes", "8", "--ranks", "2", "--budget", "0.1", "--launches",
                   "1", "-o", RESULTS)
        nodes = cls.folder / SWEEP / "nodes"
        nodes.mkdir(parents=True)
        (nodes.parent / "fleet.json").write_text(
            json.dumps({"schema": "comops-fleet/1", "created": "2026-11-23T00:00:00+00:00",
                        "engine": "local", "partition": None, "nodes": ["n1"], "options": [],
                        "seed": 1, "program": "", "window": 1, "wait": None}))
        (nodes / "n1.jsonl").write_bytes((cls.folder / RESULTS).read_bytes())

    @classmethod
    def asked(cls, *words):
        """What measures nothing."""
        return forked.comops(COMOPS, words, PLAIN, cls.folder)

    @classmethod
    def comops(cls, *words, **how):
        return subprocess.run([COMOPS, *words], capture_output=True, text=True, check=False,
                              cwd=cls.folder, env=PLAIN, timeout=600, **how)

    def each(self, *names):
        """The commands of these names."""
        return [words for words in self.commands if words[0] in names and is_possible(words)]

    def typing(self, words):
        return self.subTest(page=self.commands[words], typed=" ".join(words))

    def ends(self, done, *statuses):
        self.assertIn(measured(done.returncode), statuses, done.stderr)
        self.assertNotIn("Traceback", done.stderr)


class Understood(Documents):
    def test_there_are_commands_of_every_name(self):
        self.assertEqual({words[0] for words in self.commands},
                         {"run", "list", "show", "machine", "report", "compare", "peers",
                          "simulate", "pstswm", "fleet", "history", "reproduce", "profile",
                          "answer"})
        self.assertGreater(len(self.commands), 50)

    def test_what_would_be_measured_can_be_planned(self):
        for words in self.each("run", "reproduce"):
            # A campaign that goes on has little left, and its plan already.
            goes_on = words[0] == "run" and "--resume" in words
            done = (self.comops(*words) if goes_on or "--list" in words
                    else self.asked(*words, "--dry-run"))
            with self.typing(words):
                if not any(reason in done.stderr for reason in REFUSED):
                    self.ends(done, 0, NOT_HERE)

    def test_what_would_be_measured_of_a_program_can_be_planned(self):
        for words in self.each("answer"):
            done = self.asked(*words, "--dry-run")
            with self.typing(words):
                there = "--preset" in words
                self.ends(done, 0 if there else USAGE, NOT_HERE)
                self.assertTrue(there or "No such file" in done.stderr)

    def test_what_would_be_written_fails_for_its_file_alone(self):
        for words in self.each("report", "compare", "peers", "simulate"):
            if "--heat" in words:  # which writes nothing
                continue
            every = words[0] == "simulate" and any("all" in word.split(":") for word in words)
            less = ["--ranks", "2", "--platform", "bus:4"] if every else []  # others take seconds
            here = "this" in words  # which would be measured
            with one_core() if here else nullcontext():
                done = self.asked(*words, *less, "-o", NOWHERE)
            with self.typing(words):
                self.ends(done, USAGE if here else 1, NOT_HERE)
                self.assertRegex(done.stderr, f"{NOWHERE}|libsimgrid-dev|needs two")

    def test_what_looks_at_machines_and_sources_does(self):
        for words in self.each("list", "show", "machine", "pstswm"):
            measured, campaign = words[-1] in MEASURED, bool({"B", "E"} & {*words})
            if measured or campaign:
                with one_core(), check_for(0.1):
                    done = self.asked(*words)
            elif "C" in words:  # by all algorithms
                done = self.asked(*(word for word in words if word != "--json"), "--dry-run")
            else:
                done = self.asked(*words, *LESS.get(words[0], []))
            with self.typing(words):
                refused = measured and words[-1] not in WITH_ONE_CORE
                self.ends(done, *(USAGE, NOT_HERE) if campaign else (int(refused),))

    def test_a_sweep_begins_in_a_folder_that_can_be_made(self):
        for words in self.each("fleet"):
            if words[1:2] and words[1] in ("run", "status"):
                done = self.asked(*words[:2], NOWHERE, *words[3:])
                with self.typing(words):
                    self.ends(done, 1, USAGE, NOT_HERE)
                    self.assertRegex(done.stderr, f"{NOWHERE}|requirements.txt")

    def test_a_sweep_that_is_there_is_checked_and_drawn(self):
        for words in self.each("fleet"):
            if words[1:2] and words[1] in LOOKS:
                with self.typing(words):
                    self.ends(self.asked(*words), 0, 4, NOT_HERE)

    def test_a_store_is_made_asked_and_drawn(self):
        self.ends(self.asked("history", "add", STORE, SWEEP), 0, NOT_HERE)
        for words in self.each("history"):
            if len(words) > 2:
                with self.typing(words):
                    unknown = words[1] == "ack"  # the alert of an example
                    self.ends(self.asked(*words), USAGE if unknown else 0, 4, NOT_HERE)

    def test_every_script_and_every_set_up_that_a_command_names_exists(self):
        usage = subprocess.run([ROOT / "bootstrap", "--help"], capture_output=True, text=True,
                               check=True).stdout
        for page, word in documents.set_ups(ROOT):
            self.assertIn(f"./bootstrap {word} ", usage, page)
        for page, name in documents.scripts(ROOT):
            self.assertTrue((ROOT / name).exists(), (page, name))

    @unittest.skipUnless(BUILT.exists(), f"{BUILT} is missing")
    def test_a_script_of_a_checkout_finds_what_its_build_has_made(self):
        environment = {name: PLAIN[name] for name in PLAIN if name != "COMOPS_BUILD"}
        done = subprocess.run([sys.executable, "-m", "comops_simulate.descriptions", "bus:16"],
                              capture_output=True, text=True, check=False, env=environment)
        self.ends(done, 0)


class Obeyed(Documents):
    def test_every_command_does_what_it_says_on_a_small_budget(self):
        models = [words for words in self.each("pstswm") if "E" in words]
        for words in [*self.each("run", "peers", "simulate", "machine", "report", "compare"),
                      *models]:
            if words[0] in LESS and "-o" in words:
                (self.folder / words[words.index("-o") + 1]).unlink(missing_ok=True)
            whole = {"--resume", "--heat"} & {*words}
            less = [] if whole else LESS.get(words[0], [])
            done = self.comops(*words, *less)
            with self.typing(words):
                self.ends(done, 0, 1, 3, 4, NOT_HERE)
                for option, name in zip(words, words[1:]):
                    if option in ("-o", "--svg") and name != "-" and done.returncode == 0:
                        self.assertTrue((self.folder / name).exists(), name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
