# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps with a made-up engine and clock, node sets, plans; a sweep of this machine alone."""

import importlib.util
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from unittest import mock

import forked
import jsonschema

from comops.cli.answers import schemas
from comops.cli.main import commands_all
from comops.measure.launch.places import program_hash
from comops_fleet.run.command import run
from comops_fleet.run.engine import JobEngine, JobRefused, JobSeen, Phase, Ready, Shell, Unreachable
from comops_fleet.run.plan import (Folder, Jobs, PlanError, State, SweepPlan, nodes_expand,
                                   nodes_fold, nodes_partition, plan_difference, plan_read,
                                   plan_write)
from comops_fleet.run.sweep import SweepRun, script_write

RUNS = 3  # looks for which a made-up job runs
PLAN = SweepPlan("2026-11-23T00:00:00+00:00", "slurm", None, ["a", "b", "c", "d"], ["--quick"], 7,
                 "0" * 64, 2, None)


def until(holds):
    while not holds():
        time.sleep(0.02)


class MadeUp(JobEngine):
    """Jobs wait while their node is busy, then run for a few looks and leave a results file."""

    survives = True

    def __init__(self, folder):
        self.folder, self.nodes, self.jobs, self.left = folder, {}, {}, {}
        self.order, self.most, self.silent, self.refused = [], 0, 0, ()

    def conditions(self, nodes):
        return {node: self.nodes.get(node, Ready.IDLE) for node in nodes}

    def adopt(self, jobs):
        return dict(self.left)

    def submit(self, node):
        if node in self.refused:
            raise JobRefused("no account")
        self.order.append(node)
        self.jobs[node] = 0
        self.most = max(self.most, len(self.jobs))
        return f"job of {node}"

    def look(self, jobs):
        if self.silent:
            self.silent -= 1
            raise Unreachable("the controller is away")
        return {node: self.seen(node) for node in jobs}

    def seen(self, node):
        if self.nodes.get(node) == Ready.BUSY:
            return JobSeen(Phase.WAITING, "Resources")
        self.jobs[node] = self.jobs.get(node, 0) + 1
        if self.jobs[node] < RUNS:
            return JobSeen(Phase.RUNNING)
        del self.jobs[node]
        self.folder.results(node).touch()
        return JobSeen(Phase.ENDED)

    def cancel(self, node, job):
        self.order.append(f"{node} cancelled")
        del self.jobs[node]


class Sweeps(unittest.TestCase):
    def setUp(self):
        self.folder = Folder(Path(self.enterContext(tempfile.TemporaryDirectory())))
        self.folder.nodes.mkdir()
        self.jobs, self.said, self.now = Jobs(self.folder.jobs), [], 0.0
        self.addCleanup(self.jobs.close)
        self.engine = MadeUp(self.folder)

    def pause(self, seconds):
        self.now += seconds

    def run_sweep(self, **changes):
        SweepRun(self.folder, replace(PLAN, **changes), self.engine, self.jobs,
              self.said.append).run(lambda: self.now, self.pause)
        return {node: job.reason for node, job in self.jobs.read().items()
                if job.state == State.NOT_MEASURED}

    def test_idle_nodes_come_first_and_the_window_is_kept(self):
        self.engine.nodes = {"a": Ready.BUSY}
        self.assertEqual(self.run_sweep(wait=60.0),
                         {"a": "its job waited more than 60 s: Resources"})
        self.assertEqual(self.engine.order, ["b", "c", "d", "a", "a cancelled"])
        self.assertEqual(self.engine.most, 2)
        self.assertEqual(self.folder.measured(), {"b", "c", "d"})

    def test_nodes_that_end_together_are_counted_one_by_one(self):
        self.run_sweep()
        counts = [line.rpartition("(")[2] for line in self.said if "measured (" in line]
        self.assertEqual(counts, [f"{at} of 4)" for at in range(1, 5)])

    def test_a_node_that_is_gone_is_not_measured_with_the_reason(self):
        self.engine.nodes = {"b": "drained: bad DIMM"}
        self.assertEqual(self.run_sweep(), {"b": "drained: bad DIMM"})
        self.assertNotIn("b", self.engine.order)
        self.engine.nodes = {}
        self.assertEqual(self.run_sweep(), {})
        self.assertEqual(self.engine.order[-1], "b")
        self.assertEqual(len(self.engine.order), 4)  # nothing was measured twice

    def test_a_job_that_cannot_be_submitted_costs_its_node_alone(self):
        self.engine.refused = ("c",)
        self.assertEqual(self.run_sweep(), {"c": "no account"})
        self.assertEqual(self.folder.measured(), {"a", "b", "d"})

    def test_a_scheduler_that_does_not_answer_is_waited_for(self):
        self.engine.silent = 5
        self.assertEqual(self.run_sweep(), {})
        self.assertEqual(self.said.count("waiting for the scheduler: the controller is away"), 1)

    def test_what_an_earlier_run_has_left_is_adopted(self):
        self.engine.left = {"b": "job of b"}
        self.jobs.write("c", State.RUNNING, "a job that is gone")
        self.engine.silent, states = 1, []
        self.pause = lambda seconds: states.append(self.jobs.read()["c"].state)
        self.assertEqual(self.run_sweep(), {})
        self.assertEqual(self.engine.order, ["a", "c", "d"])
        self.assertEqual(states[0], State.WAITING)

    def test_a_job_that_ends_without_results_gives_its_last_words(self):
        self.folder.log("a").write_text("comops: starts\ncomops: no space left\n\n")
        self.engine.seen = lambda node: JobSeen(Phase.ENDED)
        self.assertEqual(self.run_sweep(nodes=["a", "b"]),
                         {"a": "comops: no space left", "b": "its job printed nothing"})


class Plans(unittest.TestCase):
    def test_node_sets(self):
        self.assertEqual(nodes_expand("n[08-11],x", slurm=False), ["n08", "n09", "n10", "n11", "x"])
        self.assertEqual(nodes_fold(["n3", "n1", "n2", "x"]), "n[1-3],x")
        self.assertEqual(nodes_partition("@gpu!n3"), "gpu")
        self.assertIsNone(nodes_partition("n[1-2]"))
        for text in ("n[1-", "n1!n1", "", "a/b", "@no-such-group"):
            with self.assertRaises(PlanError):
                nodes_expand(text, slurm=False)

    def test_a_plan_is_read_as_it_was_written_and_what_changed_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Folder(Path(name))
            plan_write(folder, PLAN)
            self.assertEqual(plan_read(folder.path), PLAN)
            with folder.locked(), self.assertRaises(PlanError), folder.locked():
                pass
        self.assertEqual(plan_difference(PLAN, replace(PLAN, window=9, wait=3.0)), "")
        other = replace(PLAN, options=[], program="1" * 64)
        self.assertEqual(plan_difference(PLAN, other),
                         "its options were --quick, now none; "
                         "its programs were 000000000000, now 111111111111")


class Programs(unittest.TestCase):
    def test_the_hash_is_of_the_program_its_paths_workers_and_their_objects_alone(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for program, parts in (
            ("usr/bin/comops", ("usr/bin/comops-mpi", "usr/lib/x/comops/libcomops-timed.so")),
            ("source/build/comops/cli/comops", ("source/build/mpi/comops-mpi",
                                              "source/build/comops/libcomops-timed.so")),
        ):
            def changed(name, program=folder / program):
                before = program_hash(program)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(f"{name} {program}")
                (folder / name).chmod(0o755)
                return program_hash(program) != before

            (folder / program).parent.mkdir(parents=True)
            (folder / program).touch()
            for part in (program, *parts):
                self.assertTrue(changed(part), part)
            for foreign in ("opt/comops-2", "source/tools/comops-2", "usr/share/comops-2",
                            "usr/bin/comops-smpi", "usr/lib/x/comops/libcomops-numerics.so"):
                self.assertFalse(changed(foreign), foreign)


class Script(unittest.TestCase):
    """node.sh, with a program that stands in for comops."""

    def setUp(self):
        self.folder = Folder(Path(self.enterContext(tempfile.TemporaryDirectory())) / "a sweep")
        self.folder.nodes.mkdir(parents=True)

    def program(self, *lines):
        """A comops of these lines."""
        program = self.folder.path / "comops"
        program.write_text("\n".join(["#!/bin/sh", 'for part; do :; done; part=${part#--output=}',
                                      *lines]))
        program.chmod(0o755)
        script_write(self.folder, str(program), ["--sizes", "8 16"], 5)

    def node(self, *lines, before="", words=(), **how):
        """The script, with these lines as comops; what the part had before; further words."""
        self.program(*lines)
        if before:
            self.folder.nodes.joinpath("n1.jsonl.part").write_text(before)
        return subprocess.Popen(["sh", self.folder.script, "n1", *words], text=True, **how,
                                stdout=subprocess.PIPE, env={**os.environ, "SLURM_JOB_ID": "9"})

    def ended(self, child, status):
        said, _ = child.communicate(timeout=60)
        self.assertEqual(child.returncode, status, said)
        return said

    def test_a_whole_campaign_is_renamed_also_where_cells_are_lost(self):
        for status in (0, 1):
            child = self.node('echo "$@" "<$SLURM_JOB_ID>"', 'echo {} >"$part"',
                              f"exit {status}")
            said = self.ended(child, status)
            self.assertRegex(said, r"^run --sizes 8 16 --seed=5 --earlier=off "
                                   r"--output=.*/n1.jsonl.part <>\n$")
            self.assertEqual(self.folder.measured(), {"n1"})
            self.folder.results("n1").unlink()

    def test_one_that_failed_is_not_renamed(self):
        for status in 77, 128 + signal.SIGTERM:
            self.ended(self.node('echo {} >"$part"', f"exit {status}"), status)
            self.assertEqual(self.folder.measured(), set())
        self.assertIn("run --resume ", self.ended(self.node('echo "$@"'), 0))
        self.folder.results("n1").unlink()
        child = self.node("echo interrupted", "kill $$", words=("attached",),
                          stdin=subprocess.PIPE)
        child.wait(timeout=60)  # its input stays open
        self.ended(child, 128 + signal.SIGTERM)
        self.assertEqual(self.folder.last_words("n1"), "interrupted")

    def test_one_that_was_begun_is_resumed_unless_it_has_no_whole_line(self):
        self.assertIn("run --resume ", self.ended(self.node('echo "$@"', before="{}\n{"), 0))
        self.folder.results("n1").unlink()
        self.assertIn("--output=", self.ended(self.node('echo "$@"', before='{"rec'), 0))

    def test_one_that_is_interrupted_or_whose_standard_input_ends_is_not_renamed(self):
        """Its input ends when the `fleet run` that started it is killed."""
        part = self.folder.nodes.joinpath("n1.jsonl.part")
        for words in (), ("attached",):
            part.unlink(missing_ok=True)
            child = self.node('echo {} >"$part"', "trap 'exit 1' TERM",
                              "while :; do sleep 0.05; done", words=words, stdin=subprocess.PIPE)
            until(part.exists)
            time.sleep(0.1)  # until it waits
            if not words:
                child.send_signal(signal.SIGTERM)
            child.stdin.close()
            child.stdin = None
            self.ended(child, 143)
            self.assertEqual(self.folder.measured(), set())

    def test_a_script_that_is_killed_ends_what_it_has_started(self):
        begun, over = (self.folder.nodes / name for name in ("begun", "over"))
        signals = signal.SIGKILL, signal.SIGQUIT
        for number, words in itertools.product(signals, ((), ("attached",))):
            with self.subTest(number=number, words=words):
                child = self.node(f"trap 'echo >\"{over}\"; exit 1' TERM", f'echo >"{begun}"',
                                  "while :; do sleep 0.05; done", words=words,
                                  stdin=subprocess.PIPE)
                until(begun.exists)
                child.send_signal(number)
                until(over.exists)
                child.communicate(timeout=60)
                begun.unlink()
                over.unlink()

    @unittest.skipUnless(importlib.util.find_spec("psij"), "psij-python is missing")
    def test_psij_runs_it_here_and_nowhere_else(self):
        from comops_fleet.run.psij_jobs import PsijJobs

        self.program('echo {} >"$part"')
        here, jobs = os.uname().nodename, Jobs(self.folder.jobs)
        self.addCleanup(jobs.close)
        plan = replace(PLAN, nodes=["elsewhere", here])
        SweepRun(self.folder, plan, PsijJobs(self.folder, "local"), jobs, lambda text: None).run()
        self.assertEqual(self.folder.measured(), {here})
        self.assertEqual(jobs.read()["elsewhere"].reason,
                         f"the scheduler put the job on {here}, not on elsewhere")


class Local(unittest.TestCase):
    """`comops fleet run --engine local` with a program that stands in for comops run."""

    def setUp(self):
        here = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder, self.program = here / "sweep", here / "comops"
        self.program.write_text(
            "#!/bin/sh\nfor part; do :; done; part=${part#--output=}\n"
            "case $part in *b.jsonl.part) echo 'comops: no cores' >&2; exit 77;;\n"
            "*.part) [ -z \"$PAUSE\" ] || exec sleep $PAUSE\necho {} >$part;; esac\n")
        self.program.chmod(0o755)

    def run_fleet(self, *words, **more):
        return forked.comops(str(self.program), ["fleet", *map(str, words)], os.environ | more)

    def test_nodes_run_one_after_the_other_and_what_is_missing_has_the_programs_reason(self):
        done = self.run_fleet("run", self.folder, "--nodes=a,b,c", "--engine=local")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("    b: comops: no cores\n", done.stdout)
        status = json.loads(self.run_fleet("status", self.folder, "--format=json").stdout)
        jsonschema.validate(status, schemas()["fleet.schema.json"])
        self.assertEqual((status["measured"], status["at_work"]), (["a", "c"], False))

    def test_the_end_of_a_job_is_seen_at_once(self):
        folder = Folder(self.folder)
        folder.nodes.mkdir(parents=True)
        script_write(folder, str(self.program), [], 5)
        engine = Shell(folder, ssh=False)
        job = engine.submit("a")
        engine.pause(3600)
        self.assertEqual(engine.look({"a": job}), {"a": JobSeen(Phase.ENDED)})

    def test_over_ssh_a_node_that_cannot_be_reached_has_its_reason(self):
        ssh = self.folder.parent / "ssh"
        ssh.write_text("#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\n"
                       "[ $1 != c ] || { echo 'ssh: no route to host' >&2; exit 255; }\n"
                       'exec sh -c "$2"\n')
        ssh.chmod(0o755)
        done = self.run_fleet("run", self.folder, "--nodes=a,c", "--engine=ssh",
                              PATH=f"{ssh.parent}:{os.environ['PATH']}")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("a: measured", done.stderr)
        self.assertIn("c: not measured: ssh: no route to host", done.stderr)

    def test_another_plan_in_the_same_folder_is_refused(self):
        self.run_fleet("run", self.folder, "--nodes=a", "--engine=local")
        done = self.run_fleet("run", self.folder, "--", "--quick")
        self.assertEqual(done.returncode, 2)
        self.assertIn("its options were none, now --quick); use another folder", done.stderr)
        done = self.run_fleet("run", f"{self.folder}2", "--nodes=a", "--engine=local", "--",
                              "--seed=4")
        self.assertIn("--seed=4: the sweep sets this itself", done.stderr)

    def test_a_plan_from_elsewhere_executes_nothing(self):
        self.run_fleet("run", self.folder, "--nodes=b", "--engine=local")
        plan = json.loads((self.folder / "fleet.json").read_text())
        made = self.folder.parent / "made"
        command = f"$(touch {made})"
        for wrong in ({"seed": f"1 {command}"}, {"nodes": [f"x{command}"]}, {"engine": "else"},
                      {"options": ["--seed\0"]}):
            with self.subTest(wrong):
                (self.folder / "fleet.json").write_text(json.dumps(plan | wrong))
                done = self.run_fleet("run", self.folder)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertFalse(made.exists())

    def test_a_run_that_ends_ends_its_jobs_and_the_next_one_measures_what_is_missing(self):
        words = [sys.executable, "-m", "comops", "fleet", "run", self.folder, "--nodes=a",
                 "--engine=local"]
        for number, said in (
            (signal.SIGKILL, ""),
            (signal.SIGINT, f"to continue: comops fleet run {self.folder}"),
        ):
            child = subprocess.Popen(
                words, text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                env=os.environ | {"COMOPS_PROGRAM": str(self.program), "PAUSE": "30"})
            while "running" not in child.stderr.readline():
                pass
            child.send_signal(number)
            _, errors = child.communicate(timeout=20)
            self.assertEqual(child.returncode, -number, errors)
            self.assertIn(said, errors)
            self.assertIn("a: interrupted", self.run_fleet("status", self.folder).stdout)
        self.assertEqual(self.run_fleet("run", self.folder).returncode, 0)


class Command(unittest.TestCase):
    def test_a_sweep_that_ends_before_its_first_job_says_how_to_continue(self):
        with (tempfile.TemporaryDirectory() as name, redirect_stderr(io.StringIO()) as said,
              mock.patch.dict(os.environ, COMOPS_PROGRAM=sys.executable),
              mock.patch("comops_fleet.run.command.options_check"),
              mock.patch("comops_fleet.run.command.engine_open", side_effect=KeyboardInterrupt)):
            with self.assertRaises(KeyboardInterrupt):
                run([f"{name}/sweep", "--nodes=a", "--engine=local"])
            self.assertEqual(said.getvalue(), f"comops fleet run: interrupted; to continue: "
                             f"comops fleet run {name}/sweep\n")

    def test_a_group_names_its_commands(self):
        done = forked.comops("comops", ["fleet", "--help"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^  run +measure")
        self.assertRegex(done.stdout, r"(?m)^  status +show")

    def test_options_before_the_command_belong_to_it(self):
        done = forked.comops("comops", ["fleet", "-q", "status", "--help"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("comops fleet status", done.stdout)

    def test_a_missing_library_is_named_with_the_command_that_installs_it(self):
        done = subprocess.run(
            [sys.executable, "-S", "-m", "comops", "fleet", "status", "nowhere"],
            capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("pip install -r", done.stderr)
        self.assertIn("extensions/fleet/comops_fleet/requirements.txt", done.stderr)

    def test_no_command_s_help_needs_a_library(self):
        commands = [[name, *second] for name, command in commands_all().items()
                    for second in (zip(command.commands) if command.commands else [()])]
        for words in commands:
            with self.subTest(command=words):
                done = subprocess.run(
                    [sys.executable, "-S", "-m", "comops", *words, "--help"],
                    capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(f"comops {' '.join(words)}", done.stdout)
