# SPDX-License-Identifier: BSD-3-Clause
"""What people type, and expect to work as elsewhere.

Each case has its words, the exit status, and what is said: on standard output if the text begins
with ">", otherwise on standard error.

Usage: test_expected.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import contextlib
import importlib.util
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import unittest

import front_end
from front_end import (
    CORES, PATHS, PLAIN, ROOT, TWO_CORES, Campaign, forked, listen, measured,
)

COMOPS = os.path.abspath(front_end.COMOPS)  # typed in other folders
XML = (ROOT / "tests/topology/machines/16amd64-4distances.xml").resolve()
VERSION = subprocess.run([COMOPS, "--version"], capture_output=True, text=True,
                         check=True).stdout.strip()
MISSING = [name for name in ("jinja2", "orjson", "vl_convert")
           if not importlib.util.find_spec(name)]
ABSENT = {"simulate"} if not shutil.which("smpirun") else set()  # commands that say what they need
ABSENT |= {"report", "compare"} if MISSING else set()
COMMANDS = re.findall(r"(?m)^  (\w+) +\w", subprocess.run([COMOPS, "--help"], capture_output=True,
                                                         text=True, check=True).stdout)

# Every command must do this, and comops alone.
EVERYWHERE = [
    ("-h", 0, ">sage"),
    ("--help", 0, ">sage"),
    ("-V", 0, f">{VERSION}"),
    ("--version", 0, f">{VERSION}"),
    ("-q -V", 0, f">{VERSION}"),
    ("-v -V", 0, f">{VERSION}"),
    ("--qiet", 2, "did you mean `--quiet`?"),
    ("--\x1b[31m", 2, "[31m"),
]

CASES = [
    # A command that does not exist.
    ("rnu", 2, "did you mean `run`?"),
    ("machin", 2, "did you mean `machine`?"),
    ("fly", 2, "there are: run, list"),
    ("--versoin", 2, "did you mean `--version`?"),
    ("-q", 2, "Usage: comops"),
    # An option that does not exist, or has the wrong form.
    ("run --pattenrs x", 2, "`--pattenrs`; did you mean `--patterns`?"),
    ("run --bugdet 5", 2, "did you mean `--budget`?"),
    ("run --nonsense", 2, "no option `--nonsense`\n"),
    ("run --pa x", 2, "`--pa` may be --patterns or --paths or --pages"),
    ("run -Z", 2, "no option `-Z`"),
    ("run --quick=3", 2, "--quick takes no value"),
    ("run --patterns", 2, "--patterns needs a value"),
    ("list --jsn", 2, "did you mean `--json`?"),
    ("machine weland", 2, "Too many arguments"),
    ("machine --ranls 2", 2, "did you mean `--ranks`?"),
    ("run -qs", 2, "-s needs a value"),
    ("run --help --nonsense", 2, "no option `--nonsense`"),
    # A name that does not exist.
    ("run --patterns telepathy", 2, "there are: pingpong, broadcast"),
    ("run --protocols pigeon", 2, "there are: barrier"),
    ("run --memory moon", 2, "no memory `moon`"),
    ("run --pages 3m", 2, "4k, thp, 2m"),
    ("run --consume twice", 2, "there are: no, between, timed"),
    ("machine --placements pu:x", 2, "`pu:x`"),
    ("run --patterns pingpng", 2, "no pattern `pingpng`; did you mean `pingpong`?"),
    ("run --paths thread", 2, "did you mean `threads`? There are: threads, mpi"),
    ("run --protocols libary", 2, "did you mean `library`?"),
    ("run --placements bsu", 2, "did you mean `bus`? There are: bus, crossbar"),
    ("machine --placements bsu", 2, "did you mean `bus`?"),
    ("run --memory locl", 2, "did you mean `local`?"),
    ("run --buffers rewrit", 2, "did you mean `rewrite`? There are: reuse, rewrite, cold"),
    ("run --method adaptiv", 2, "There are: adaptive, comops, imb"),
    ("run --op smu", 2, "did you mean `sum`? There are: max, sum"),
    ("run --datatype int", 2, "mean `int64`? There are: double, float, int64"),
    ("show pingpng", 2, "did you mean `pingpong`? There are: pingpong"),
    ("list brodcast", 2, "did you mean `broadcast`"),
    # Sizes.
    ("run --dry-run --json --sizes 8MiB", 0, ">\"bytes\":8388608,"),
    ("run --dry-run --json --sizes 1kib", 0, ">\"bytes\":1024,"),
    ("run --sizes 1T", 2, "`1T` is too large"),
    ("run --sizes 4M:8", 2, "`4M:8` is an empty range"),
    ("run --sizes 0:8", 2, "`0:8`: a range doubles"),
    ("run --sizes 8:", 2, "`` is not a size"),
    ("peers --sizes 0,8", 2, "a size of 0 bytes is too small"),
    # Nothing where something is needed.
    ("run --patterns ''", 2, "--patterns: the list is empty"),
    ("run --paths ,", 2, "--paths: the list is empty"),
    ("run --sizes ''", 2, "--sizes: the list is empty"),
    ("run -o ''", 2, "--output: the value is empty"),
    ("run --precision 200", 2, "`200` is not a percentage above 0, at most 100"),
    ("run --skew 0", 2, "from 1 to 1000000"),
    # What this machine cannot offer.
    (f"run --ranks {CORES + 1} --sizes 8", 77, "--oversubscribe"),
    ("run --placements package:77 --ranks 1", 77, "package:77"),
    ("run --memory node:999 --ranks 1 --oversubscribe", 77, "no usable NUMA node 999"),
    *((f"machine --{what} --xml {XML}", 2, "measured on this machine")
      for what in ("pairs", "calibrate", "check", "limits")),
    # Options that exclude each other.
    ("run --launches 6 --quick", 2, "leave out --quick or --launches"),
    ("list broadcast --json", 2, "--json"),
    ("run --against A=b --mpi x=/usr", 2, "leave out --mpi"),
    ("run --against A=b --launches 1", 2, "methods with one launch"),
    ("machine --calibrate --pairs", 2, "--pairs and --calibrate exclude each other"),
    ("machine --calibrate --svg x.svg", 2, "--calibrate cannot be combined with --svg"),
    ("machine --limits --ranks 3", 2, "two ranks"),
    ("machine --svg x --json", 2, "--svg cannot be combined with --json"),
    # What exists on no path that is named.
    ("run --paths threads --protocols sendrecv", 2, "exists over mpi, not over threads"),
    ("run --dry-run --paths threads --protocols sendrecv,barrier", 0,
     "exists over mpi, not over threads"),
    ("run --protocols direct --paths threads --patterns naive_broadcast", 2,
     "threads/direct has no naive_broadcast: the pattern prescribes"),
    # An MPI that is named and does not start.
    ("run --mpi x=/nowhere --patterns barrier", 2, "--mpi x=/nowhere: /nowhere has no bin/mpiexec"),
    ("run --mpi openmpi", 2, "--mpi openmpi: a name must be new"),
    ("run --mpi a/b=/usr", 2, "must be new"),
    ("run --mpi =/usr", 2, "write NAME=PREFIX"),
    # What there is no old build, library, environment or setting of.
    ("run --against /nowhere", 2, "no such folder"),
    ("run --against /proc", 2, "--against /proc: /proc has no bin/mpiexec and no bin/comops"),
    ("run --against 1=2", 2, "--against 1=2: there is no such folder"),
    ("run --against /home=x", 2, "--against /home=x: there is no such folder"),
    # A file that is not there, or an output that cannot be written.
    ("run --resume /nowhere.jsonl", 2, "cannot read /nowhere.jsonl"),
    ("machine --xml /nowhere.xml", 2, "/nowhere.xml"),
    ("run --patterns barrier -o /nowhere/x", 1, "cannot write /nowhere/x"),
    ("machine --svg /nowhere/x", 1, "/nowhere/x: cannot be written"),
    # Control characters reach no terminal.
    ("run --fo\x1b[31m=2", 2, r"no option `--fo\u001b[31m`"),
    ("run --p\x1b", 2, r"no option `--p\u001b`"),
    ("run -\x1b", 2, r"no option `-\u001b`"),
    ("run \x1b[31m", 2, r"`\u001b[31m` is not an option"),
    ("run --seed=\x1b[31m", 2, r"`\u001b[31m` is not a seed"),
    ("machine --ranks=\x1b[31m", 2, r"`\u001b[31m` is not a number"),
    # A file that never ends.
    ("run --resume /dev/zero", 2, "cannot read /dev/zero: not a file"),
    ("run --resume .", 2, "not a file"),
    ("report /dev/zero", 2, "/dev/zero: not a file"),
    ("compare /dev/zero /dev/zero", 2, "/dev/zero: not a file"),
    ("machine --xml /dev/zero", 2, "/dev/zero: not a file"),
    # The same of other commands.
    ("report --fromat md x", 2, "`--fromat`; did you mean `--format`?"),
    ("report --format mdd x", 2, "no `mdd`; did you mean `md`?"),
    ("compare --format jsn x y", 2, "did you mean `json`?"),
    ("peers --patterns pingpng", 2, "did you mean `pingpong`?"),
    ("peers --patterns ''", 2, "the list is empty"),
    ("peers --peers mpihc", 2, "did you mean `mpich`?"),
    ("peers --sizes 4M:8", 2, "`4M:8` is an empty range"),
    ("peers -o /nowhere/x", 1, "/nowhere/x: cannot be written"),
    ("fleet", 2, "name a command: run, status"),
    ("fleet rnu", 2, "no command `rnu`; did you mean `run`?"),
    ("fleet -q fly", 2, "there are: run, status"),
    ("simulate --sizes 1T", 2, "`1T` is too large"),
    ("simulate --platform bus:2 --output /nowhere/x", 1, "cannot write /nowhere/x"),
    ("simulate --platform weeland", 2, "did you mean `weland`?"),
    ("report --foo\x1b[31m x", 2, r"no option `--foo\u001b[31m`"),
]
NEEDS_MPI = [
    ("run --dry-run --patterns put --paths mpi --protocols library", 2,
     "mpi/library has no put: one-sided operations have protocols of their own"),
    ("run --patterns barrier --paths mpi --mpiexec /nowhere/mpiexec", 77, "/nowhere/mpiexec"),
    ("run --patterns barrier --paths mpi --mpiexec /bin/false", 77, "--mpiexec"),
]


class Typed(Campaign):
    """Each case in an empty folder."""

    def typed(self, line):
        """The line as a shell reads it."""
        return forked.comops(COMOPS, shlex.split(line), PLAIN, self.folder)

    def answered(self, line, status, said):
        if line.split()[0] in ABSENT:
            return
        with self.subTest(typed=line):
            done = self.typed(line)
            self.assertEqual(done.returncode, status, done.stderr)
            where = done.stdout if said.startswith(">") else done.stderr
            self.assertIn(said.removeprefix(">"), where)
            self.assertNotIn("\x1b", done.stdout + done.stderr)
            self.assertNotIn("Traceback", done.stderr)
            if status == 2:
                self.assertEqual(done.stdout, "")
            self.assertEqual(set(os.listdir(self.folder)) - {"pipe"}, set())

    def test_every_command_has_the_options_that_people_expect(self):
        for command in ("", *COMMANDS):
            for words, *expected in EVERYWHERE:
                self.answered(f"{command} {words}".strip(), *expected)

    def test_what_people_type_is_understood_or_refused_with_the_reason(self):
        for case in CASES:
            self.answered(*case)

    def test_a_pipe_is_no_file(self):
        os.mkfifo(self.folder / "pipe")
        for line in ("report pipe", "compare pipe pipe", "run --resume pipe", "machine --xml pipe"):
            self.answered(line, 2, "not a file")
        self.answered("run --tuning pipe -o results", 2, "has no tuning")

    @unittest.skipIf(PATHS["mpi"]["missing"], "needs MPI")
    def test_implementations_and_launchers_that_do_not_exist_have_a_reason(self):
        for case in NEEDS_MPI:
            self.answered(*case)

    def test_of_a_placement_that_nobody_asked_for_only_v_tells(self):
        line = "run --dry-run --paths threads --patterns barrier --oversubscribe --ranks 2"
        asked, plain, more, less = (self.typed(f"{line} {words}".strip()) for words in (
            "--placements bus,crossbar", "", "-v", "-q"))
        for done in (plain, more, less):
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("crossbar", plain.stderr)
        self.assertEqual(less.stderr, "")
        self.assertEqual("crossbar" in more.stderr, "crossbar" in asked.stderr)
        self.assertIn("path threads: ", more.stderr)
        self.assertIn("machine: ", self.typed("machine -v").stderr)
        self.assertIn("seed", plain.stderr)

    def test_the_words_for_how_much_is_said_may_come_first(self):
        done = self.typed("-q run --dry-run --paths threads --patterns barrier --ranks 2 "
                          "--oversubscribe")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("barrier", done.stdout)


def on_terminal(words, until=b"\0"):
    """What a campaign writes to a terminal; it is interrupted when it has written `until`."""
    terminal, side = pty.openpty()
    run = subprocess.Popen([COMOPS, *words], stdout=side, stderr=side, env=PLAIN, preexec_fn=listen)
    os.close(side)
    said = b""
    with contextlib.suppress(OSError):  # of a terminal whose other side has ended
        while more := os.read(terminal, 4096):
            said += more
            if until in said:
                run.send_signal(signal.SIGINT)
                until = b"\0"
    os.close(terminal)
    return run.wait(timeout=600), said.decode().replace("\r\n", "\n")


class Time(Campaign):
    @TWO_CORES
    def test_a_budget_that_is_too_short_is_said_before_the_first_line_of_progress(self):
        for budget, short in (("0.001", True), ("1000", False)):
            _, said = on_terminal(
                ["run", "-o", self.file, "--paths", "threads", "--patterns", "barrier",
                 "--protocols", "direct", "--ranks", "2", "--launches", "1", "--budget", budget],
                b"] ")
            self.file.unlink(missing_ok=True)
            before, _, progress = said.partition("\r\033[K[")
            self.assertRegex(progress, r"^ *\d+ %\] [\d.]+ (s|min) left: barrier, 2 ranks on ")
            self.assertEqual("--budget is too short" in before, short, said)


class StandardOutput(Campaign):
    LINE = ["run", "--paths", "threads", "--patterns", "barrier", "--protocols", "barrier,direct",
            "--ranks", "2", "--budget", "0.1", "--launches", "1", "-o", "-"]

    def assert_records(self, text):
        kinds = [json.loads(line)["record"] for line in text.splitlines()]
        self.assertEqual((kinds[0], kinds.count("cell")), ("campaign", 2))

    @TWO_CORES
    def test_a_dash_is_standard_output_and_all_else_goes_to_standard_error(self):
        done = subprocess.run([COMOPS, *self.LINE], capture_output=True, text=True, env=PLAIN,
                              timeout=600, check=False, cwd=self.folder)
        self.assertEqual(measured(done.returncode), 0, done.stderr)
        self.assert_records(done.stdout)
        self.assertIn("| GNU OpenMP |", " ".join(done.stderr.split()))
        self.assertNotIn("results are in", done.stderr)
        self.assertEqual(os.listdir(self.folder), [])
        if "report" in ABSENT:
            return
        self.file.write_text(done.stdout)  # before: report wrote results.html, whatever its FILE
        subprocess.run([COMOPS, "report", self.file], env=PLAIN, timeout=600, check=True,
                       stderr=subprocess.DEVNULL)
        self.assertEqual(set(os.listdir(self.folder)), {self.file.name, f"{self.file.name}.html"})

    @TWO_CORES
    def test_a_file_behind_standard_output_keeps_what_it_has(self):
        self.file.write_text("first\n")
        with self.file.open("a") as file:
            done = subprocess.run([COMOPS, *self.LINE], stdout=file, stderr=subprocess.PIPE,
                                  text=True, env=PLAIN, timeout=600, check=False)
        self.assertEqual(measured(done.returncode), 0, done.stderr)
        first, _, rest = self.file.read_text().partition("\n")
        self.assertEqual(first, "first")
        self.assert_records(rest)


    @TWO_CORES
    def test_a_reader_that_has_left_is_an_error_with_a_message(self):
        for output in (self.file, "-"):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([COMOPS, *self.LINE[:-1], output], stdout=writer, text=True,
                                  stderr=subprocess.PIPE, env=PLAIN, timeout=600, check=False)
            os.close(writer)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("Broken pipe", done.stderr)
        self.assert_records(self.file.read_text())


class Closed(unittest.TestCase):
    """Standard streams that are closed or full."""

    def shell(self, line, redirection):
        """`comops LINE` with a redirection of the shell's, such as ">&-"."""
        return subprocess.run(["sh", "-c", f'"$0" "$@" {redirection}', COMOPS, *line.split()],
                              capture_output=True, text=True, timeout=600, check=False)

    def test_what_cannot_be_written_is_an_error(self):
        for line in ("--help", "--version", "list --json", "list --catalogue", "show pingpong",
                     "machine", "machine --json", "run --help", "run --dry-run --oversubscribe"):
            for redirection, why in ((">/dev/full", "No space left on device"), (">&-", "")):
                with self.subTest(line=line, redirection=redirection):
                    done = self.shell(line, redirection)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("cannot write to standard output", done.stderr)
                    self.assertIn(why, done.stderr)

    def test_help_needs_no_standard_error(self):
        done = self.shell("--help", "2>&-")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Usage:", done.stdout)


class Order(Campaign):
    """The answer comes last, whether a terminal, a file or a pipe is written."""

    LINE = [*StandardOutput.LINE[:-2], "-o"]

    @TWO_CORES
    def test_on_a_terminal_and_redirected_the_order_is_the_same(self):
        parts = ("; seed ", "Trust: ", "| GNU OpenMP |", "comops show ", "comops report ")
        status, terminal = on_terminal([*self.LINE, self.folder / "one"])
        done = subprocess.run([COMOPS, *self.LINE, self.folder / "two"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=PLAIN, timeout=600,
                              check=False)
        self.assertEqual((measured(status), measured(done.returncode)), (0, 0), terminal)
        for said in (terminal, done.stdout):
            with self.subTest(said=said):
                places = [" ".join(said.split()).find(part) for part in parts]
                self.assertEqual(places, sorted(places))
                self.assertNotIn(-1, places)
        self.assertIn("\r\033[K[", terminal)  # progress
        self.assertNotIn("\033", done.stdout)


unittest.main(verbosity=2)
