# SPDX-License-Identifier: BSD-3-Clause
"""comops answer: is this program faster with threads?

Exit 0, 1 a cell is wrong or lost, 2 usage or a file that is no profile, 4 the results are not to
be used, 77 it cannot be measured here.
"""

import argparse
import os
from pathlib import Path

from comops.common.console import Parser, choice_of, complain, show
from comops.common.durations import duration_parse
from comops.common.sizes import ranks_parse
from comops.measure.library import Refusal
from comops.measure.planning.machine import Machine, obstacle
from comops.measure.planning.option_values import names, seed, some_text
from comops.measure.planning.options import options_parse
from comops_programs.mix import PRESETS, preset_names
from comops_programs.plan import cells_text, expected, planned, seconds_planned
from comops_programs.program import Program, ProgramError
from comops_programs.question import ProgramQuestion, question_of_mix, question_of_profile

PROGRAM, USAGE, NOTHING = "comops answer", 2, 77
ABOUT = """Says what a program's communication would take over other paths: OpenMP threads, shared
memory in threads and in processes, other MPI libraries. FILE is a profile of `comops profile`, or a
report of mpiP.

  comops answer profile.json
  comops answer --preset cg --ranks 2"""
PATHS = "threads", "mpi", "shmem"


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, usage=f"{PROGRAM} [OPTION...] FILE\n  or:  {PROGRAM} [OPTION...] "
                    f"--mix FILE\n  or:  {PROGRAM} [OPTION...] --preset NAME", description=ABOUT)
    for *where, how, text in (
        ("file", {"metavar": "FILE", "nargs": "?", "type": Path}, "what the program did"),
        ("--mix", {"metavar": "FILE", "type": Path}, "a table of operations in its place, CSV or "
         "TOML: pattern, bytes, ranks, calls of a rank, and if known seconds"),
        ("--preset", {"metavar": "NAME", "type": choice_of(preset_names(), "preset ")},
         f"one that comops has: {', '.join(preset_names())}"),
        ("-n", "--ranks", {"metavar": "N", "type": ranks_parse},
         "ranks where a table names none (default: one per core, 2 to 4)"),
        ("-a", "--paths", {"metavar": "LIST", "type": names},
         "threads, mpi, shmem (default: threads,mpi)"),
        ("--mpi", {"metavar": "NAME=PREFIX,...", "type": names, "default": []}, "other MPI "
         "libraries, as of `comops run`; own=PREFIX is that of the program"),
        ("--budget", {"metavar": "TIME", "type": duration_parse}, "time for measuring (default: "
         "45s to 2m)"),
        ("--elsewhere", {"action": "store_true"}, "measure here although the profile is of another "
         "machine"),
        ("-o", "--output", {"metavar": "FILE", "type": some_text}, "results file (default: "
         "comops-HOST-TIME.jsonl)"),
        ("--seed", {"metavar": "N", "type": seed}, "seed for the order of the cells"),
        ("--dry-run", {"action": "store_true"}, "print what would be measured"),
        ("-j", "--json", {"action": "store_true"}, "print the answer as JSON"),
    ):
        parser.add_argument(*where, help=text, **how)
    asked = parser.parse_args(words)
    if sum(map(bool, (asked.file, asked.mix, asked.preset))) != 1:
        parser.error("name one FILE, --mix FILE, or --preset NAME")
    if asked.ranks and asked.file:
        parser.error("--ranks is for --mix and --preset; a profile has its own")
    if wrong := [path for path in asked.paths or () if path not in PATHS]:
        parser.error(f"--paths: no path `{wrong[0]}`; there are: {', '.join(PATHS)}")
    return asked


def campaign_words(asked: argparse.Namespace, question: ProgramQuestion, program: Program
                   ) -> list[str]:
    """Options of `comops run` that measure this."""
    libraries = [f"mpi@{name.partition('=')[0]}" for name in asked.mpi]
    words = ["--cells", cells_text(program, ["mpi", *libraries], asked.paths or PATHS[:2]),
             "--placements", question.placement, "--earlier", "off",
             "--budget", f"{asked.budget or seconds_planned(program):g}s", *question.words]
    for name in ("output", "seed"):
        if (value := getattr(asked, name)) is not None:
            words += [f"--{name}", str(value)]
    return [*words, *(["--dry-run"] if asked.dry_run else []),
            *(["--json"] if asked.dry_run and asked.json else [])]


def plan_text(program: Program) -> str:
    """What stands for which calls."""
    from comops_programs.screen import SHARE_LEAST

    whole = sum(map(expected, program.operations)) or 1.0
    least = SHARE_LEAST * (program.observed or 0.0)
    lines = [f"{operation.text:<24} {operation.ranks:3} ranks {operation.times:12.6g} times "
             f"{100 * expected(operation) / whole:5.1f} % of the expected time"
             f"{'' if operation.measured else ', not measured'}  {operation.call}".rstrip()
             for operation in program.operations]
    return "\n".join([*lines, *(f"{other.call:<24} no pattern stands for it"
                                for other in program.uncounted if (other.seconds or 0) > least),
                      "", ""])


def measured(asked: argparse.Namespace, program: Program, words: list[str]) -> int:
    """The exit status."""
    from comops.cli.run import reported
    from comops_programs.reporter import AnswerReporter

    if asked.dry_run and not asked.json:
        show(plan_text(program))
    return reported(options_parse(words), AnswerReporter(program, asked.json))


def main(words: list[str]) -> int:
    asked = arguments(words)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # whose threads would take the ranks' cores
    try:
        if why := obstacle():
            raise Refusal(why)
        machine = Machine.load()
        question = question_of_profile(
            asked.file, machine, asked.mpi, asked.elsewhere) if asked.file else question_of_mix(
            asked.mix or PRESETS / f"{asked.preset}.toml", asked.ranks or machine.ranks_default,
            machine, asked.mpi)
        program = planned(question.program, machine.core_cache)
        if not any(operation.measured for operation in program.operations):
            show(f"{program.name} makes no call of MPI that communicates between ranks: there is "
                 "nothing to answer\n")
            return 0
        if program.ranks > machine.cores:
            raise Refusal(f"{program.ranks} ranks need as many cores, and this machine has "
                          f"{machine.cores}; `comops simulate --platform bus:{program.ranks}` "
                          "shows single operations on a machine that has them")
    except ProgramError as error:
        complain(PROGRAM, error)
        return USAGE
    except Refusal as error:
        complain(PROGRAM, error)
        return NOTHING
    return measured(asked, program, campaign_words(asked, question, program))
