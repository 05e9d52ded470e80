# SPDX-License-Identifier: BSD-3-Clause
"""comops pstswm: Worley's model, his experiments A to E.

Exit 0, 1 a worker or a ping-pong was lost, 2 usage or a run that blew up, 77 an FFT is missing.
"""

import socket
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from comops.common.console import Parser, complain, note, show
from comops.common.sizes import number_parser
from comops.measure.planning.option_values import LAUNCHES_LEAST, names, ranks_listed
from comops.measure.planning.options import MOST, SOMETIMES, Option, parser_of
from comops_pstswm.request import (FFTS, PROGRAM, Failed, Request, ffts, mesh, number, one_of,
                                   problems, steps)

if TYPE_CHECKING:
    from comops.reports.terminal.progress import Progress
    from comops_pstswm.plans import PlanPart

ABOUT = """Runs Worley's parallel spectral transform shallow water model (PSTSWM, 1999), on one core
or on several ranks, with threads, MPI and OpenSHMEM.

  comops pstswm                                on one core
  comops pstswm -e E -n 4 -p T42L16 --runs 6   the full simulation on four ranks"""
TABLE = (
    Option("experiment", "e", "LETTER", "Worley's experiment: A, serial (default); B, SWAP; C and "
           "D, one transform in parallel, by all algorithms and protocols; E, the full simulation",
           one_of(list("ABCDE"), "there is no experiment `{}`; there are A (serial), B (SWAP), C "
                  "and D (one transform in parallel) and E (full simulation)"), MOST),
    Option("ranks", "n", "LIST", "numbers of ranks, for C, D and E (default: one per core, at "
           "most 4)", ranks_listed, MOST),
    Option("paths", "", "LIST", "paths of B to E: threads, mpi, shmem (default: all)", names,
           MOST),
    Option("problems", "p", "LIST", "truncations and levels (default for A: "
           "T42L1,T42L16,T85L1,T85L16,T170L1)", problems, MOST),
    Option("runs", "r", "N", "repeat each run N times; the fastest counts (default: 3)",
           number_parser("a number of runs", 1, 1000), MOST),
    Option("mesh", "", "PXxPY", "columns and rows of ranks, for E (default: the squarest mesh and "
           "its transpose)", mesh, SOMETIMES),
    Option("oversubscribe", "", "", "allow more ranks than cores", None, SOMETIMES),
    Option("fft", "f", "LIST", "FFTs: fftw (the library), blocked (our own); default: both", ffts,
           SOMETIMES, "ffts"),
    Option("steps", "s", "LIST", "steps per run, one run for each number (default for A: as "
           "printed 241 and 481 up to T42, 49 and 97 above; for C and D 20; for E 5 days)", steps,
           SOMETIMES),
    Option("days", "", "N", "simulated days per run, in place of --steps",
           number("a number of days", 0.01, 10000), SOMETIMES),
    Option("dt", "d", "SECONDS", "time step (default: that of the truncation, as the table shows)",
           number("a number of seconds", 1, 86400), SOMETIMES),
    Option("case", "", "N", "case of the standard test set: 2, steady flow (default); 6, a wave",
           one_of(["2", "6"], "case `{}` is not included; cases 2 and 6 are"), SOMETIMES),
    Option("tilt", "", "DEGREES", "angle between the axes of the flow and of the grid in case 2 "
           "(default: 0)", number("an angle in degrees", -180, 180), SOMETIMES),
    Option("dry-run", "", "", "print what would be run and how long it takes; --ranks may exceed "
           "this machine's cores", None, SOMETIMES, "dry_run"),
    Option("json", "j", "", "print a record of each run, or the results file of B, as JSON Lines",
           None, SOMETIMES),
)


def options_parse(words: list[str]) -> Request:
    """Refuses options that the experiment does not use."""
    parser = parser_of(TABLE, prog="comops pstswm", description=ABOUT)
    given = {name: value for name, value in vars(parser.parse_args(words)).items()
             if value is not None}
    asked = Request(**given)
    letter, on = asked.experiment, asked.mesh
    for wrong, why in (
        (letter == "B" and given.keys() - {"experiment", "paths", "oversubscribe", "dry_run",
                                           "json"},
         "experiment B is SWAP between two ranks, without the model; it has --paths, "
         "--oversubscribe, --dry-run and --json"),
        (asked.steps and asked.days, "--steps and --days both say how long a run is"),
        (letter != "B" and asked.dry_run and asked.json,
         "--json prints runs; a --dry-run has none"),
        (asked.case == "6" and asked.tilt, "--tilt is for case 2 only"),
        (letter == "A" and given.keys() & {"ranks", "mesh", "paths"}, "experiment A runs on one "
         "core; --ranks, --mesh and --paths are for the others"),
        (letter != "A" and asked.ffts, "--fft is for experiment A; the others use our own FFT"),
        (letter != "E" and on, "--mesh is for experiment E; C and D use P x 1 and 1 x P"),
        (on and asked.ranks not in (None, [on.ranks]), f"a mesh of {on} has {on and on.ranks} "
         f"ranks, not {','.join(map(str, asked.ranks or ()))}"),
    ):
        if wrong:
            parser.error(why)
    return asked


def show_run(kind: str, record: dict[str, Any], number: int) -> None:
    """The record of a run."""
    from comops.measure.cell_record import time_text
    from comops.results.schema import SCHEMA
    from comops.results.write import line_of, text

    head = {"record": kind, "schema": SCHEMA, "version": Parser.release,
            "host": text(socket.gethostname()), "ended": time_text(time.time())}
    show(f"{line_of(head | record | {'run': number}).decode()}\n")


def swap(asked: Request) -> int:
    """Table 5, or with --json the results file of the campaign."""
    from comops.cli.run import reported
    from comops.measure.planning.options import options_parse as campaign_options
    from comops.reports.terminal.reporter import TerminalReporter
    from comops_pstswm.messages import swap_words

    words = swap_words(asked, "-" if asked.json else "")
    return reported(campaign_options(words), TerminalReporter())


def parts_of(asked: Request) -> "list[PlanPart]":
    """What experiments A, C, D and E measure; Failed if there is nothing."""
    from comops_pstswm.full import full_planned
    from comops_pstswm.serial import serial_plans
    from comops_pstswm.sets import sets_planned

    planned = {"A": serial_plans, "E": full_planned}.get(asked.experiment, sets_planned)
    return planned(asked)


def plan(asked: Request) -> str:
    """What a dry run prints."""
    from comops_pstswm import terminal as words
    from comops_pstswm.plans import seconds_planned

    parts = parts_of(asked)
    text = {"A": words.serial_plan_text, "E": words.full_plan_text}.get(
        asked.experiment, words.sets_plan_text)
    return text(parts) + words.time_text(seconds_planned(parts)[0])


def texts(asked: Request, progress: "Progress") -> Iterator[str]:
    """The tables of these experiments, when they are known; records are shown by the way."""
    from functools import partial

    from comops_pstswm import terminal as words
    from comops_pstswm.messages import predictions
    from comops_pstswm.plans import parts_run

    kind = "pstswm" if asked.experiment == "A" else "pstswm_parallel"
    report = partial(show_run, kind) if asked.json else None
    text = {"A": words.serial_row, "E": words.full_text}.get(asked.experiment, words.set_text)
    if asked.experiment == "A":
        yield words.serial_head(FFTS, asked.case)
    for part, fastest, estimate in parts_run(parts_of(asked), report, progress.show):
        yield text(part, fastest)
        if (asked.experiment != "E" or asked.json or estimate.end or len(fastest) < 2
                or part.workers.ranks < 2):
            continue
        if asked.runs < LAUNCHES_LEAST:  # with fewer there is no interval
            note(PROGRAM, f"--runs {LAUNCHES_LEAST} or more also shows whether a ping-pong "
                 "predicts the winner")
        else:
            yield words.predictions_text(predictions(asked, part.workers, fastest))


def main(words: list[str]) -> int:
    from comops.reports.terminal.progress import Progress

    progress = Progress()
    try:
        asked = options_parse(words)
        if asked.experiment == "B":
            return swap(asked)
        if asked.dry_run:
            show(plan(asked))
            return 0
        for text in texts(asked, progress):
            progress.clear()
            show("" if asked.json else text)
    except Failed as failed:
        progress.clear()
        complain(PROGRAM, failed)
        return failed.status
    return 0
