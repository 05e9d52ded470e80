# SPDX-License-Identifier: BSD-3-Clause
"""Why: what the implementations declare, beside what was measured of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from words import formats
from analysis.answer import HEADLINE_PATH, Row, fastest
from read.formulas import formula_for, formula_valid, formula_value
from analysis.panels import Operation, Panel, campaign_labels
from read.results import Campaign, Cell
from words.sentences import Phrase

SMALL = 8  # bytes that `lines` and `waits` are declared for; a pattern without sizes has 0
LARGE = 65536  # bytes from which a message is long
PAPER_SIZE = 800000  # the long message that is shown where it was measured
RUNTIMES = {"mpi": "MPI", "shmem": "OpenSHMEM"}  # whose calls move data
TIMES = {1: "once", 2: "twice"}
CEILING = "remote_read"
NEMESIS = "ch3:nemesis"  # what its messages cost is known: docs/method.md


class Declared(NamedTuple):
    """How often bytes are copied, lines cross, ranks wait; None: in the runtime, or no formula."""

    copies: str | None
    lines: str | None
    waits: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A table's row: one implementation, the cells that show it, and what it declares."""

    path: str
    protocol: str
    declared: Declared
    runtime: str
    small: Cell | None
    large: Cell | None

    @property
    def silent(self) -> bool:
        """Whether all of it is inside the runtime."""
        return not any(self.declared)

    @property
    def label(self) -> str:
        """As in sentences: threads (barrier)."""
        protocol = self.protocol
        protocol = protocol if protocol.startswith("(") else f"({protocol})"
        return f"{formats.path_text(self.path)} {protocol}"

    def value(self, name: str) -> float | None:
        """What it declares, for the number of its ranks; None where that is not known."""
        cell, text = self.small or self.large, getattr(self.declared, name)
        return formula_value(text, cell.key.ranks) if text and cell else None

    def shown(self, name: str) -> str:
        """What it declares, with its value where a formula is more than a number.

        How data move may be inside the runtime; who waits for whom is never.
        """
        text, value = getattr(self.declared, name), self.value(name)
        if text is None:
            return f"inside {self.runtime}" if self.runtime and name != "waits" else "–"
        if value is None:
            return text
        text = formula_for(text, (self.small or self.large).key.ranks)
        return text if text == f"{value:g}" else f"{text} = {value:g}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One setting of one operation: its table and what follows from it."""

    panel: Panel
    small: int
    large: int
    lines: list[Line]
    sentences: list[list[Phrase]]


@dataclass(frozen=True, slots=True)
class Why:
    """The part: per operation its reasons; which files and operations say nothing, and why."""

    operations: list[tuple[Operation, list[Reason]]]
    silent: list[str]
    undeclared: list[str]
    nemesis: bool
    ceilings: list[tuple[Panel, Cell]]


def declared_of(campaign: Campaign) -> dict[tuple[str, str, str], Declared]:
    """What each path, protocol and pattern of a file declares; empty of an older file."""
    records = campaign.facts.get("implementations")
    if not isinstance(records, list):
        return {}

    def formula(record: dict[str, Any], name: str) -> str | None:
        return record[name] if formula_valid(record.get(name)) else None

    return {
        tuple(str(record.get(name)) for name in ("path", "protocol", "pattern")): Declared(
            *(formula(record, name) for name in Declared._fields)
        )
        for record in records
        if isinstance(record, dict)
    }


def small_size(rows: Iterable[Row]) -> int | None:
    """The size that is short for all: 8 bytes, or none at all; None where neither was measured."""
    sizes = {row.size for row in rows}
    return next((size for size in (SMALL, 0) if size in sizes), None)


def large_size(rows: Iterable[Row]) -> int | None:
    """The paper's 800000 bytes where they were measured, else the longest long message."""
    sizes = {row.size for row in rows if row.size >= LARGE}
    return PAPER_SIZE if PAPER_SIZE in sizes else max(sizes, default=None)


def cells_at(rows: Iterable[Row], size: int | None) -> dict[tuple[str, str], Cell]:
    """The fastest cell of each path and protocol at one size."""
    cells = [cell for row in rows if row.size == size for cell in row.cells]
    return {
        (cell.key.path, cell.key.protocol): fastest(
            c for c in cells if (c.key.path, c.key.protocol) == (cell.key.path, cell.key.protocol)
        )
        for cell in cells
    }


def lines_of(panel: Panel, declared: dict[tuple[str, str, str], Declared],
             pattern: str) -> list[Line]:
    """The table of a setting, the headline path first, as they are declared."""
    small, large = (cells_at(panel.rows, at(panel.rows)) for at in (small_size, large_size))
    shown = [(one.path, one.protocol) for group in panel.legend.values() for one in group]
    return [
        Line(
            path,
            protocol,
            declared.get((path, protocol, pattern), Declared(None, None, None)),
            RUNTIMES.get(path.partition("@")[0], ""),
            small.get((path, protocol)),
            large.get((path, protocol)),
        )
        for path, protocol in shown
    ]


def times_text(value: float) -> str:
    """How often: once, twice, 3 times."""
    return TIMES.get(value, f"{value:g} times")


def plural(line: Line, one: str, many: str) -> str:
    """Threads are many, MPI is one."""
    return many if line.path == HEADLINE_PATH else one


COUNTED = {  # what a sentence says of each count: of one, of many, and how often
    "copies": ("moves each byte", "move each byte", times_text),
    "waits": ("waits for another rank", "wait for another rank", times_text),
    "lines": ("fetches from another core", "fetch from another core", times_text),
}


def rivals(lines: Sequence[Line], name: str, side: str) -> tuple[Line, Line] | None:
    """Of those that declare the least the fastest, and the fastest of those that declare more."""
    counted = [line for line in lines if line.value(name) is not None and getattr(line, side)]
    values = {line.value(name) for line in counted}
    if len(values) < 2:
        return None

    def first(some: Iterable[Line]) -> Line:
        return min(some, key=lambda line: getattr(line, side).time_us)

    least = min(values)
    return (
        first(line for line in counted if line.value(name) == least),
        first(line for line in counted if line.value(name) > least),
    )


def reason_sentence(campaign: Campaign, lines: Sequence[Line], name: str,
                    side: str) -> list[Phrase]:
    """Fewer copies, lines or waits, and how much faster; empty where no interval supports it."""
    two = rivals(lines, name, side)
    if not two:
        return []
    less, more = two
    one, other = getattr(less, side), getattr(more, side)
    pair = campaign.pair(one.key, other.key)
    if not pair or not pair.ci95 or pair.ci95[0] <= 1 <= pair.ci95[1]:
        return []
    singular, many, count = COUNTED[name]
    size = f"at {formats.size_text(one.key.bytes)} " if one.key.bytes else ""
    if pair.ratio > 1:
        claim = f": {size}{plural(less, 'it is', 'they are')} {formats.number_text(pair.ratio)}"
    else:
        quicker = f"the latter {plural(more, 'is', 'are')}"
        claim = f", and yet {size}{quicker} {formats.number_text(1 / pair.ratio)}"
    return [
        Phrase(less.label[:1].upper() + less.label[1:], less.path),
        Phrase(f" {plural(less, singular, many)} {count(less.value(name))}, "),
        Phrase(more.label, more.path),
        Phrase(f" {count(more.value(name))}{claim} times as fast."),
    ]


def sentences_of(campaign: Campaign, lines: Sequence[Line]) -> list[list[Phrase]]:
    """What the declarations explain: copies of a long message; waits, or else lines, of 8 bytes."""
    large = reason_sentence(campaign, lines, "copies", "large")
    small = next(
        filter(None,
               (reason_sentence(campaign, lines, name, "small") for name in ("waits", "lines"))),
        [],
    )
    return [sentence for sentence in (large, small) if sentence]


def reasons_of(
    operation: Operation, campaigns: dict[str, tuple[Campaign, dict]]
) -> Iterator[Reason]:
    """The settings of an operation in which something is declared."""
    for panel in operation.panels:
        campaign, declared = campaigns[panel.setting.campaign]
        lines = lines_of(panel, declared, operation.pattern)
        if any(not line.silent and (line.small or line.large) for line in lines):
            yield Reason(
                panel,
                small_size(panel.rows),
                large_size(panel.rows),
                lines,
                sentences_of(campaign, lines),
            )


def ceilings_of(operations: Iterable[Operation]) -> Iterator[tuple[Panel, Cell]]:
    """What one core can read of what another has written: the fastest long message of a setting."""
    for operation in operations:
        for panel in operation.panels if operation.pattern == CEILING else ():
            found = cells_at(panel.rows, large_size(panel.rows))
            if found:
                yield panel, fastest(found.values())


def why_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]) -> Why:
    """The whole part."""
    labels = campaign_labels(campaigns)
    declared = {
        label: (campaign, declared_of(campaign))
        for campaign, label in zip(campaigns, labels, strict=True)
    }
    told = [(one, list(reasons_of(one, declared))) for one in operations]
    speaking = any(found for _, found in declared.values())
    return Why(
        operations=[(one, reasons) for one, reasons in told if reasons],
        silent=[label for label, (_, found) in declared.items() if not found],
        undeclared=[one.pattern for one, reasons in told if not reasons] if speaking else [],
        ceilings=list(ceilings_of(operations)),
        nemesis=any(NEMESIS in str(campaign.facts["runtimes"]) for campaign in campaigns),
    )
