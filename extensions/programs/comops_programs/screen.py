# SPDX-License-Identifier: BSD-3-Clause
"""What the screen, the page and --json say of a program."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from textwrap import shorten
from typing import Any, NamedTuple

from comops.common.terminal import plain, wrapped
from comops.reports.terminal.heading import library_short
from comops.reports.words.formats import plural
from comops.results.read import Campaign
from comops_programs.sums import LACKING_MOST, ProgramAnswer, Sum, Alternative, answers_of

WAYS = {"openmp": "OpenMP threads", "threads": "shared memory in threads",
        "processes": "shared memory in processes", "shmem": "OpenSHMEM"}
PROMISE = ("Only communication between ranks is compared: imbalance, computing and the use of "
           "memory are taken as they were.")
UNITS = (1.0, "s"), (1e3, "ms"), (1e6, "us")
SHARE_LEAST = 0.01  # what is less is not named
NAMED_MOST = 5
SLOWER_LEAST = 1.5  # is said
NAME_MOST, WORD_MOST = 60, 20  # characters; of longer paths the name alone is said


def share_text(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= SHARE_LEAST / 2 else "< 1 %"


def seconds_text(seconds: float) -> str:
    """Three digits: 41.2 s."""
    factor, name = unit_for(seconds)
    value = factor * seconds
    return f"{value:.{decimals_of(value, 3)}f} {name}"


def unit_for(seconds: float) -> tuple[float, str]:
    """The largest unit in which the time is at least 1."""
    return next(((factor, name) for factor, name in UNITS if factor * seconds >= 1), UNITS[-1])


def decimals_of(value: float, digits: int) -> int:
    return min(max(digits - 1 - floor(log10(value)), 0), 3) if value > 0 else 0


@dataclass(frozen=True)
class Unit:
    """How seconds of a table are written. `decimals`: so many that the shortest has two digits."""

    factor: float
    name: str
    decimals: int

    def number(self, seconds: float) -> str:
        return f"{self.factor * seconds:.{self.decimals}f}"

    def text(self, seconds: float) -> str:
        return f"{self.number(seconds)} {self.name}"

    def sum(self, value: Sum) -> str:
        """2.9 [2.8, 3.1]."""
        ends = value.ci95 and f" [{', '.join(map(self.number, value.ci95))}]"
        return self.number(value.seconds) + (ends or "")


def unit_of(answer: ProgramAnswer) -> Unit:
    sums = [answer.communication, *(way.takes for way in answer.ways if way.takes)]
    seconds = [value.seconds for value in sums]
    factor, name = unit_for(max(seconds))
    return Unit(factor, name, decimals_of(factor * min(seconds), 2))


def library_of(path: str, campaign: Campaign) -> str:
    return library_short(campaign.record.runtimes.get(path, path))


def way_name(way: Alternative, campaign: Campaign) -> str:
    library = library_of(way.path, campaign)
    if way.name == "library":
        return f"{library} (another library)"
    return WAYS[way.name] + (f", {library}" if "@" in way.path and way.name == "openmp" else "")


def head_lines(answer: ProgramAnswer, campaign: Campaign, unit: Unit) -> Iterator[str]:
    """The program, and what its time in MPI was."""
    program = answer.program
    words = [re.sub(".*/(?=.)", "", word) if len(word) > WORD_MOST else word
             for word in plain(program.name).split()]
    name = f"{shorten(' '.join(words), NAME_MOST)} on {plural(program.ranks, 'rank')}"
    took = program.seconds and seconds_text(program.seconds)
    inside = None if program.observed is None else f"{seconds_text(program.observed)} in MPI"
    if inside and program.slowest is not None and program.fastest is not None:
        inside += (f" (slowest rank {seconds_text(program.slowest)}, fastest "
                   f"{seconds_text(program.fastest)})")
    yield ": ".join(filter(None, (name, ", of them ".join(filter(None, (took, inside))))))
    waits = "" if not answer.waiting else (
        f"; {seconds_text(answer.waiting)} is waiting for other ranks or cold data: no library "
        "changes that")
    ends = answer.communication.ci95
    interval = f" [{', '.join(map(unit.number, ends))}]" if ends else ""
    library = library_of(program.path, campaign)
    yield (f"  {unit.text(answer.communication.seconds)}{interval} is communication, as measured "
           f"here over {library}{waits}")
    if rest := rest_text(answer):
        yield f"  {rest}"


def rest_text(answer: ProgramAnswer) -> str:
    """What is in no sum, with its part of the time in MPI, or of what is expected."""
    whole, texts = answer.program.observed, []
    named = sorted(((seconds / whole, name) for name, seconds in answer.rest.items()),
                   reverse=True) if whole else []
    if (part := sum(share for share, _ in named)) >= SHARE_LEAST:
        names = [f"{name} {share_text(share)}" for share, name in named if share >= SHARE_LEAST]
        texts.append(f"{share_text(part)} of the time in MPI is in calls that count as they are"
                     + (f": {', '.join(names[:NAMED_MOST])}" if names else ""))
    if answer.small >= SHARE_LEAST:
        few = sum(not operation.measured for operation in answer.program.operations)
        texts.append(f"not measured: {plural(few, 'operation')} with {share_text(answer.small)} of "
                     "the expected time")
    return "; ".join(texts)


def way_lines(answer: ProgramAnswer, campaign: Campaign, unit: Unit) -> Iterator[str]:
    """A table of what each way would take and save."""
    rows = [row_of(way, way_name(way, campaign), unit, whole_of(answer)) for way in answer.ways]
    width = max(len(row.name) + 2 for row in rows)
    broad = max(len(row.takes) for row in rows)
    saved = f"saved of {seconds_text(whole_of(answer))}" + (
        "" if answer.program.seconds else " of communication")
    yield f"{'If communication were':<{width}}  {'would take':<{broad}}  {saved}"
    for row in rows:
        yield (f"  {row.name:<{width - 2}}  {row.takes:<{broad}}  {row.saves:>9}  {row.part:>5}"
               f"  {row.said}").rstrip()


class WayRow(NamedTuple):
    """As text. `part`: of the program, or of its communication."""

    name: str
    takes: str
    saves: str
    part: str
    said: str


def whole_of(answer: ProgramAnswer) -> float:
    """What a saving is a part of, seconds."""
    return answer.program.seconds or answer.communication.seconds


def row_of(way: Alternative, name: str, unit: Unit, whole: float) -> WayRow:
    lacking = ", ".join(f"{name} {share_text(share)}" for name, share in way.lacking.items())
    if not (way.takes and way.saves):
        return WayRow(name, "-", "-", "", f"no total: it lacks {lacking}")
    ends = way.saves.ci95
    said = "" if ends and (ends[0] > 0 or ends[1] < 0) else "not decided"
    kept = f"{lacking} as it is" if lacking else ""
    return WayRow(name, unit.sum(way.takes), unit.text(way.saves.seconds),
                  f"{round(100 * way.saves.seconds / whole)} %",
                  "; ".join(filter(None, (said, kept))))


def answer_lines(answer: ProgramAnswer, campaign: Campaign, columns: int) -> list[str]:
    """All that is said of one program."""
    texts, refusal = [], refusal_text(answer)
    if not answer.where:
        texts = [f"{plain(answer.program.name)}: nothing of it was measured, so there is no answer"]
    else:
        unit = unit_of(answer)
        texts += head_lines(answer, campaign, unit)
        if refusal:
            texts.append(refusal)
        elif answer.ways:
            texts += way_lines(answer, campaign, unit)
        texts.append("Where: " + ", ".join(f"{operation.text} {share_text(share)}"
                                           for operation, share in answer.where[:NAMED_MOST]))
        texts.append(PROMISE)
    texts += [f"Note: {note}" for note in notes_of(answer)]
    return [line for text in texts for line in wrapped(text, 4, columns).splitlines()]


def refusal_text(answer: ProgramAnswer) -> str:
    """Why there is no total, or ""."""
    return answer.refusal and (f"No total: {answer.refusal} is in calls that were not measured, "
                               f"more than {100 * LACKING_MOST:.0f} %")


def notes_of(answer: ProgramAnswer) -> Sequence[str]:
    lost = ", ".join(operation.text for operation in answer.missing)
    later = sum(filter(None, answer.later.values()))
    unknown = ", ".join(operation.text for operation, seconds in answer.later.items()
                        if seconds is None)
    return [*answer.program.notes, *(text for text in (
        lost and f"not measured, and counted as they are: {lost}",
        later and f"reading in place (shared memory, OpenSHMEM's get) counts {seconds_text(later)} "
        "more, for writing data again that another core has read from the writer's cache",
        unknown and f"what it takes to write data of {unknown} again, after another core has read "
        "them in place, is not known",
        answer.slower >= SLOWER_LEAST and "measured here, the operations take "
        f"{answer.slower:.1f} times as long as in the program, whose cores were nearer or idler; "
        "what each way takes is scaled by that") if text)]


def lines(campaign: Campaign, columns: int) -> list[str]:
    """Below the answer of a campaign."""
    return [line for answer in answers_of(campaign)
            for line in ["", *answer_lines(answer, campaign, columns)]]


def answer_json(answer: ProgramAnswer, campaign: Campaign) -> dict[str, Any]:
    """The document of `comops answer --json`."""
    def value(total: Sum | None) -> dict[str, Any] | None:
        return total and {"seconds": total.seconds, "ci95": total.ci95 and [*total.ci95]}

    program = answer.program
    return {
        "schema": "comops-answer/1", "name": program.name, "ranks": program.ranks,
        "seconds": program.seconds, "mpi_seconds": program.observed,
        "communication": value(answer.communication), "waiting": answer.waiting,
        "rest": dict(answer.rest), "refusal": answer.refusal or None,
        "ways": [{"name": way.name, "words": way_name(way, campaign), "path": way.path,
                  "takes": value(way.takes), "saves": value(way.saves),
                  "lacking": dict(way.lacking)} for way in answer.ways],
        "where": [{"operation": operation.text, "share": share}
                  for operation, share in answer.where],
        "notes": [*notes_of(answer)]}
