# SPDX-License-Identifier: BSD-3-Clause
"""comops pstswm: Worley's model, his experiments A to E.

Exit 0, 1 a worker or a ping-pong was lost, 2 usage or a run that blew up, 77 an FFT is missing.
"""

import argparse
import json
import math
import re
import signal
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from campaign.options import LAUNCHES_LEAST
from campaign.places import build
from campaign.pstswm.full import full_run
from campaign.pstswm.prediction import predictions
from campaign.pstswm.request import (
    FFTS, LOST, PROGRAM, Failed, Mesh, Request, problem_parse,
)
from campaign.pstswm.serial import serial_run
from campaign.pstswm.sets import sets_run
from campaign.pstswm.swap import swap_table, swap_words
from commands import run
from common.console import Parser, complain, note, show
from common.nearest import no_such
from common.sizes import RANKS_MOST, number_of, words_of
from records.schema import SCHEMA
from records.write import default_name, line_of, text
from reports.terminal import pstswm as words

STEPS_MOST, RUNS_MOST = 1000000, 1000


class Options(Parser):
    """The options of `comops pstswm`; request_parse turns them into a Request."""

    def __init__(self) -> None:
        super().__init__(
            prog="comops pstswm",
            description="Runs Worley's parallel spectral transform shallow water model (PSTSWM, "
            "1999), on one core or on several ranks, over threads, MPI and OpenSHMEM.")
        for *names, metavar, text in (
            ("-e", "--experiment", "LETTER", "Worley's experiment: A, serial (default); B, SWAP; C "
             "and D, one transform in parallel, by all algorithms and protocols; E, the full "
             "simulation"),
            ("-n", "--ranks", "N", "number of ranks, for C, D and E (default: one per core)"),
            ("--mesh", "PXxPY", "columns and rows of ranks, for E (default: the squarest mesh and "
             "its transpose)"),
            ("--paths", "LIST", "paths of B to E: threads, mpi, shmem (default: all)"),
            ("--oversubscribe", None, "allow more ranks than cores"),
            ("-p", "--problems", "LIST", "truncations and levels (default for A: "
             "T42L1,T42L16,T85L1,T85L16,T170L1)"),
            ("-f", "--fft", "LIST", "FFTs: fftw (the library), blocked (our own); default: both"),
            ("-s", "--steps", "N", "steps per run (default for A: 241 and 481 up to T42, 49 and 97 "
             "above; for E: 5 days)"),
            ("-r", "--runs", "N", "repeat each run N times; the fastest counts (default: 3)"),
            ("-d", "--dt", "SECONDS", "time step (default: that of the truncation, as the table "
             "shows)"),
            ("--case", "N", "case of the standard test set: 2, steady flow (default); 6, a wave"),
            ("--tilt", "DEGREES", "angle between the axes of the flow and of the grid in case 2 "
             "(default: 0)"),
            ("-j", "--json", None, "print a record of each run, or the results file of B, as JSON "
             "Lines"),
        ):
            how = {"metavar": metavar} if metavar else {"action": "store_true"}
            self.add_argument(*names, **how, help=text)

    def count(self, text: str | None, what: str, most: int) -> int | None:
        if text is None:
            return None
        found = number_of(text, 1, most)
        if found is None:
            self.error(f"`{text}` is not a number of {what} from 1 to {most}")
        return found

    def real(self, text: str | None, what: str, least: float, most: float) -> float | None:
        if text is None:
            return None
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:
            self.error(f"`{text}` is not {what} from {least:g} to {most:g}")
        return found

    def listed(self, text: str | None, option: str, what: str, parse: Callable[[str], Any]
               ) -> list[Any] | None:
        if text is None:
            return None
        if not (found := words_of(text)):
            self.error(f"--{option} names no {what}")
        try:
            return list(map(parse, found))
        except ValueError as error:
            self.error(str(error))

    def mesh(self, text: str | None) -> Mesh | None:
        if text is None:
            return None
        found = re.fullmatch(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
        if not found:
            self.error(f"`{text}` is not a mesh; write 4x2 for 4 columns and 2 rows of ranks")
        return Mesh(int(found[1]), int(found[2]))

    def request_parse(self, asked: list[str]) -> tuple[str, Request]:
        """The experiment's letter, and what else was asked for."""
        given = self.parse_args(asked)
        letter, case = given.experiment or "A", given.case or "2"
        if letter not in tuple("ABCDE"):
            self.error(f"there is no experiment `{letter}`; there are A (serial), B (SWAP), C and "
                       "D (one transform in parallel) and E (full simulation)")
        if case not in ("2", "6"):
            self.error(f"case `{case}` is not included; cases 2 and 6 are")
        request = Request(
            self.listed(given.problems, "problems", "problem", problem_parse),
            self.listed(given.fft, "fft", "FFT", fft_parse),
            given.paths and words_of(given.paths), int(case),
            self.real(given.tilt, "an angle in degrees", -180, 180) or 0,
            self.real(given.dt, "a number of seconds", 1, 86400),
            self.count(given.steps, "steps", STEPS_MOST),
            self.count(given.runs, "runs", RUNS_MOST) or Request.runs,
            self.count(given.ranks, "ranks", RANKS_MOST), self.mesh(given.mesh),
            given.oversubscribe, given.json)
        self.check(letter, request, given)
        return letter, request

    def check(self, letter: str, request: Request, given: argparse.Namespace) -> None:
        """Refuses options that the experiment does not use."""
        mesh, ranks = request.mesh, request.ranks
        of_model = (given.fft, given.problems, ranks, mesh, given.steps, given.runs, given.dt,
                    request.case != 2, request.tilt)
        for wrong, why in (
            (letter == "B" and any(of_model), "experiment B is SWAP between two ranks, without the "
             "model; it has --paths, --oversubscribe and --json"),
            (request.case == 6 and request.tilt, "--tilt is for case 2 only"),
            (letter == "A" and (ranks or mesh or given.paths), "experiment A runs on one core; "
             "--ranks, --mesh and --paths are for the others"),
            (letter != "A" and given.fft, "--fft is for experiment A; the others use our own FFT"),
            (letter != "E" and mesh, "--mesh is for experiment E; C and D use P x 1 and 1 x P"),
            (mesh and ranks and mesh.ranks != ranks,
             f"a mesh of {mesh} has {mesh and mesh.ranks} ranks, not {ranks}"),
        ):
            if wrong:
                self.error(why)


def fft_parse(name: str) -> str:
    if name not in FFTS:
        raise ValueError(no_such("FFT ", name, FFTS))
    return name


def show_run(kind: str, record: dict[str, Any], number: int) -> None:
    """The record of a run."""
    ended = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    head = {"record": kind, "schema": SCHEMA, "version": build()["version"],
            "host": text(socket.gethostname()), "ended": ended}
    show(f"{line_of(head | record | {'run': number}).decode()}\n")


def shown(request: Request, kind: str) -> Callable[[dict[str, Any], int], None] | None:
    """What shows each run; None without --json."""
    return partial(show_run, kind) if request.json else None


def serial(request: Request) -> int:
    if not request.json:
        show(words.serial_head(FFTS))
    for problem, fastest in serial_run(request, shown(request, "pstswm")):
        if not request.json:
            show(words.serial_row(problem.word, fastest))
    return 0


def swap(request: Request) -> int:
    """Table 5, or with --json the results file of the campaign."""
    file = "-" if request.json else default_name()
    status = run.main(swap_words(request, file))
    if not request.json and status in (0, LOST):
        with open(file, encoding="utf-8") as lines:
            show(words.swap_text(swap_table(map(json.loads, lines))))
    return status


def sets(request: Request) -> int:
    for measured in sets_run(request, shown(request, "pstswm_parallel")):
        if not request.json:
            show(words.set_text(measured))
    return 0


def full(request: Request) -> int:
    for one, fastest in full_run(request, shown(request, "pstswm_parallel")):
        if request.json:
            continue
        show(words.full_text(one, fastest))
        if len(fastest) < 2 or one.workers.ranks < 2:
            continue
        if request.runs < LAUNCHES_LEAST:  # with fewer there is no interval
            note(PROGRAM, f"--runs {LAUNCHES_LEAST} or more also shows whether a ping-pong "
                 "predicts the winner")
        else:
            show(words.predictions_text(predictions(request, one.workers, fastest)))
    return 0


EXPERIMENTS = {"A": serial, "B": swap, "C": sets, "D": sets, "E": full}


def main(asked: list[str]) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        letter, request = Options().request_parse(asked)
        return EXPERIMENTS[letter](request)
    except Failed as failed:
        complain(PROGRAM, str(failed))
        return failed.status
