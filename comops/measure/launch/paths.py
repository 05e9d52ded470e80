# SPDX-License-Identifier: BSD-3-Clause
"""The paths, their worker programs, and the implementations that these offer on this machine."""

from dataclasses import dataclass
from typing import Any

from comops.common.console import detail
from comops.common.files import build
from comops.measure.launch.launchers import launcher_options
from comops.measure.launch.places import launcher_file, program_file
from comops.measure.launch.processes import objects_in, result_of, results_of
from comops.results.plan import Absence, Offer, Path


@dataclass
class Question:
    """What a path is asked, at the same time as all others: `listing`, the command that lists its
    implementations, and `launcher`, whose --version says how it is used."""

    path: Path
    listing: list[str] | None = None
    launcher: list[str] | None = None
    advice: str = ""  # behind the message that the launcher does not run


def offers_read(path: Path, text: str) -> None:
    """From a worker's --list."""
    for offered in objects_in(text):
        offered.pop("path", None)
        if "absent" in offered:
            path.absences.append(Absence(offered["protocol"], offered["absent"], offered["reason"]))
        elif "pattern" in offered:
            with_ = tuple(filter(None, offered.pop("with", "").split(",")))
            path.offers.append(Offer(**offered, with_=with_))


def _list(question: Question, text: str | None, why: str) -> None:
    """What the worker's answer means, or why there is none."""
    path = question.path
    if text is None:
        path.missing = (f"{path.program} does not start: {why}" if why else
                        f"{path.program} does not start (try `{path.program} --list`)")
    else:
        offers_read(path, text)


def _launch(question: Question, version: str | None, why: str) -> None:
    """What the launcher's answer means, or why there is none."""
    path = question.path
    if path.missing:
        return
    if version is None:
        said = f": {why}" if why else ""
        path.missing = (f"cannot run `{' '.join(question.launcher)} --version`{said}"
                        f"{question.advice}")
    else:
        path.launcher_version = version
        path.launcher = [*question.launcher, *launcher_options(version)]


def ask(questions: list[Question]) -> None:
    """All at once, and again what has failed, since one start may be disturbed. A path whose worker
    does not start is missing."""
    asked = [(question, question.listing, _list) for question in questions if question.listing]
    asked += [(question, [*question.launcher, "--version"], _launch) for question in questions
              if question.launcher]
    answers = results_of([command for _, command, _ in asked])
    for (question, command, understand), (text, why) in zip(asked, answers, strict=True):
        understand(question, *((text, why) if text is not None else result_of(command)))


def _question_of(entry: dict[str, Any], mpiexec: str | None) -> Question:
    path = Path(entry["label"])
    program = program_file(entry["program"], entry["folder"])
    if not program:
        path.missing = entry["why_missing"]
        return Question(path)
    path.program = str(program)
    question = Question(path, listing=[path.program, "--list"])
    if entry["launcher"]:
        named = mpiexec if entry["by_mpiexec"] else None
        question.launcher = (named or launcher_file(entry["launcher"])).split()
        question.advice = "; name the launcher with --mpiexec" if entry["by_mpiexec"] else ""
    return question


def paths_find(mpiexec: str | None = None) -> list[Path]:
    """All paths this program knows, asked what they offer. `mpiexec` replaces MPI's launcher."""
    questions = [_question_of(entry, mpiexec) for entry in build()["paths"]]
    ask(questions)
    paths = [question.path for question in questions]
    for path in paths:
        detail("comops", f"path {path.label}: {path.missing or path.program}")
    return paths


def lost_paths(paths: list[Path], asked: list[str] | None) -> dict[str, str]:
    """Why a path that was asked for, or is installed, cannot run here; by its label."""
    return {path.label: path.missing for path in paths
            if path.missing and (path.label in asked if asked else path.program)}


def none_starts(paths: list[Path]) -> list[str]:
    """Each reason if no worker starts, else nothing."""
    if not all(path.missing for path in paths):
        return []
    return [f"path {path.label}: {path.missing}" for path in paths]


def keep_memory(paths: list[Path]) -> None:
    """glibc takes messages of up to 32 MiB from its heap, and returns none of it to the kernel."""
    for path in paths:
        path.environment = {"MALLOC_MMAP_THRESHOLD_": "33554432",
                            "MALLOC_TRIM_THRESHOLD_": "1073741824"} | path.environment
