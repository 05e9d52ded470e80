# SPDX-License-Identifier: BSD-3-Clause
"""Why: what the implementations declare, next to what was measured, and whether the costs of both
sides of a verdict explain its outcome."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from comops.reports.answers.answer import Row
from comops.reports.answers.panels import Operation, Panel
from comops.reports.words.formats import RUNTIME_NAMES, bracketed, factor_text, path_text, size_text
from comops.reports.words.phrases import Phrase, begun
from comops.reports.words.sentences import NOT_COMPARED
from comops.results.campaign import DeclaredCosts
from comops.results.cell import CellRecord
from comops.results.cell_parts import formula_for, formula_value
from comops.results.findings import EQUIVALENT, UNDECIDED
from comops.results.read import Campaign
from comops.statistics.verdicts import BEST, HEADLINE_PATH, KINDS, PAPER, base_of

CALLED = "mpi", "shmem"  # paths whose runtime's calls move data
TIMES = {1: "once", 2: "twice"}
NEMESIS = "ch3:nemesis"  # the copies that its messages need are known: docs/method.md
NEMESIS_COPIES = 2  # into a queue and out of it
MPI_CALLS = {protocol for side in KINDS[PAPER].sides if side.path == "mpi"
             for protocol in side.protocols or ()}
ONE_MESSAGE = {"pingpong", "broadcast", "gather", "scatter"}  # between two ranks, with MPI's calls
EXPLAINED = PAPER, BEST
LONG, SHORT = ("copies",), ("waits", "lines")  # what is declared of a long and a short message

Declarations = dict[tuple[str, str, str], DeclaredCosts]  # by path, protocol and pattern


class CostRow(NamedTuple):
    """A table's row: an implementation, what it declares, and two of its cells."""

    path: str
    protocol: str
    declared: DeclaredCosts
    runtime: str
    small: CellRecord | None
    large: CellRecord | None
    library_copies: int | None = None  # where publications tell them

    @property
    def undeclared(self) -> bool:
        return not any(self.declared)

    @property
    def label(self) -> str:
        return f"{path_text(self.path, self.protocol)} {bracketed(self.protocol)}"

    def value(self, name: str) -> float | None:
        """What it declares, evaluated for its number of ranks; None if that is unknown."""
        cell, text = self.small or self.large, getattr(self.declared, name)
        return formula_value(text, cell.key.ranks, cell.groups) if text and cell else None

    def known(self, name: str) -> float | None:
        """As `value`, or what the library is known to need."""
        value = self.value(name)
        return self.library_copies if value is None and name == "copies" else value

    def shown(self, name: str) -> str:
        """What it declares, with the value of a formula that is not a plain number.

        Data may move inside the runtime; waits are never hidden there.
        """
        text, value = getattr(self.declared, name), self.value(name)
        if text is None and name == "copies" and self.library_copies:
            return f"{self.library_copies} inside {self.runtime}"
        if text is None:
            return f"inside {self.runtime}" if self.runtime and name != "waits" else "–"
        if value is None:
            return text
        text = formula_for(text, (self.small or self.large).key.ranks)
        return text if text == f"{value:g}" else f"{text} = {value:g}"


# One setting of one operation: its table and the sentences that explain it.
Reason = tuple[Panel, list[CostRow], list[list[Phrase]]]


class Why(NamedTuple):
    """Reasons by operation; operations without declarations; what else is known."""

    operations: list[tuple[Operation, list[Reason]]]
    undeclared: list[str]
    nemesis: bool


def cells_at(rows: Iterable[Row], size: int | None) -> dict[tuple[str, str], CellRecord]:
    """The fastest cell of each path and protocol at one size."""
    cells = [cell for row in rows if row.size == size for cell in row.cells]
    slowest_first = sorted(cells, key=lambda cell: -cell.time_us)
    return {cell.key.implementation: cell for cell in slowest_first}


def library_copies(panel: Panel, path: str) -> int | None:
    """How often MPI's calls copy each byte, if known: nemesis copies a message twice."""
    nemesis = NEMESIS in panel.campaign.record.runtimes.get(path, "")
    one_message = panel.pattern in ONE_MESSAGE and panel.setting.ranks == 2
    return NEMESIS_COPIES if nemesis and one_message else None


def lines_of(panel: Panel, declared: Declarations) -> list[CostRow]:
    small, large = (cells_at(panel.rows, at) for at in (panel.small, panel.large))
    return [
        CostRow(
            path,
            protocol,
            declared.get((path, protocol, panel.pattern), DeclaredCosts()),
            RUNTIME_NAMES[base_of(path)] if base_of(path) in CALLED else "",
            small.get((path, protocol)),
            large.get((path, protocol)),
            library_copies(panel, path) if protocol in MPI_CALLS else None,
        )
        for path, protocol in (line.implementation for line in panel.series)
    ]


def times_text(value: float) -> str:
    return TIMES.get(value, f"{value:g} times")


def agreeing(line: CostRow, singular: str, many: str) -> str:
    """The verb's number: threads are, MPI is."""
    return many if line.path == HEADLINE_PATH else singular


VERBS = {  # singular and plural, by what is declared
    "copies": ("copies each byte", "copy each byte"),
    "waits": ("waits for another rank", "wait for another rank"),
    "lines": ("fetches from another core", "fetch from another core"),
}


def rivals(lines: Sequence[CostRow], name: str, side: str) -> tuple[CostRow, CostRow] | None:
    """The fastest of those with the lowest declared costs, and the fastest of the others."""
    counted = [line for line in lines if line.value(name) is not None and getattr(line, side)]
    values = {line.value(name) for line in counted}
    if len(values) < 2:
        return None

    least = min(values)
    return tuple(min((line for line in counted if (line.value(name) == least) == cheap),
                     key=lambda line: getattr(line, side).time_us) for cheap in (True, False))


def reason_sentence(campaign: Campaign, lines: Sequence[CostRow], name: str, side: str
                    ) -> list[Phrase]:
    """Who needs fewer copies, lines or waits, and who is faster; empty without a clear interval."""
    two = rivals(lines, name, side)
    if not two:
        return []
    less, more = two
    first, other = getattr(less, side), getattr(more, side)
    pair = campaign.pair(first.key, other.key)
    if not pair or not pair.ci95 or pair.ci95[0] <= 1 <= pair.ci95[1]:
        return []
    one_verb, many_verb = VERBS[name]
    size = f" at {size_text(first.key.bytes)}" if first.key.bytes else ""
    if pair.ratio > 1:
        faster = f"; the former {agreeing(less, 'is', 'are')}"
    else:
        faster = f", yet the latter {agreeing(more, 'is', 'are')}"
    # The tables have the times: a factor that contradicts them would have to be explained here.
    agrees = pair.ci95[0] <= other.time_us / first.time_us <= pair.ci95[1]
    how = f"{factor_text(pair.ratio, pair.ci95)} times as fast" if agrees else "faster"
    phrases = [
        Phrase(less.label, less.path),
        Phrase(f" {agreeing(less, one_verb, many_verb)} {times_text(less.value(name))}, "),
        Phrase(more.label, more.path),
        Phrase(f" {times_text(more.value(name))}{faster} "),
        Phrase(f"{how}{size}."),
    ]
    return begun(phrases)


def sentences_of(campaign: Campaign, lines: Sequence[CostRow]) -> list[list[Phrase]]:
    """What the declarations explain: copies of a long message; waits, else lines, of 8 bytes."""
    large, *small = (reason_sentence(campaign, lines, name, side) for name, side in (
        ("copies", "large"), ("waits", "small"), ("lines", "small")))
    return [sentence for sentence in (large, small[0] or small[1]) if sentence]


class Explanation(NamedTuple):
    """A verdict at one size: the costs of both sides, and the conclusion."""

    title: str
    row: Row
    sides: tuple[CostRow, CostRow]
    names: tuple[str, ...]

    @property
    def needs(self) -> list[str]:
        return [", ".join(need_text(line, name) for name in self.names) for line in self.sides]

    @property
    def conclusion(self) -> str:
        """Whether the needs explain the outcome: by the first of them in which the sides differ."""
        needs = [(name, [line.known(name) for line in self.sides]) for name in self.names]
        if self.row.winner == UNDECIDED:
            return ""
        if any(None in both for _, both in needs):
            return "not all is known"
        name, both = next(((name, both) for name, both in needs if both[0] != both[1]), ("", []))
        if not name or self.row.winner == EQUIVALENT:
            explained = (not name) == (self.row.winner == EQUIVALENT)
            return f"{'yes' if explained else 'no'}: {'different' if name else 'equal'} needs"
        less = self.sides[both[0] > both[1]].path == self.row.winner
        return f"yes: fewer {name}" if less else f"no: more {name}"


def need_text(line: CostRow, name: str) -> str:
    """copied twice; copied twice inside MPI; 2 waits; lines inside MPI; nothing declared."""
    value = line.known(name)
    inside = f" inside {line.runtime}" if line.value(name) is None and line.runtime else ""
    if name == "copies":
        return f"copied {'' if value is None else times_text(value)}".strip() + inside
    if value is None:
        return f"{name}{inside or ' not declared'}"
    return f"{value:g} {name if value != 1 else name[:-1]}"


def accounts_of(panel: Panel, lines: Sequence[CostRow]) -> Iterator[Explanation]:
    """The verdicts of the long and of the short message of which anything is declared."""
    by_name = {(line.path, line.protocol): line for line in lines}
    for verdict in EXPLAINED:
        for names, size in ((LONG, panel.large), (SHORT, panel.small)):
            row = next((row for row in panel.verdicts[verdict] if row.size == size), None)
            if row and row.winner != NOT_COMPARED:
                sides = tuple(by_name[cell.key.implementation] for cell in (row.ours, row.other))
                if not all(line.undeclared for line in sides):
                    yield Explanation(KINDS[verdict].title, row, sides, names)


def why_of(labelled: Sequence[tuple[Campaign, str]], operations: Sequence[Operation]) -> Why:
    declared = {label: {(record.path, record.protocol, record.pattern): record.costs
                        for record in campaign.record.implementations}
                for campaign, label in labelled}
    reasons = [(operation, [
        (panel, lines, sentences_of(panel.campaign, lines)) for panel in operation.panels
        if (lines := lines_of(panel, declared[panel.setting.campaign]))
        and any(not line.undeclared and (line.small or line.large) for line in lines)])
        for operation in operations]
    return Why(
        operations=[(panel, reasons_of) for panel, reasons_of in reasons if reasons_of],
        undeclared=[panel.pattern for panel, reasons_of in reasons if not reasons_of],
        nemesis=any(NEMESIS in str(campaign.record.runtimes) for campaign, _ in labelled),
    )
