# SPDX-License-Identifier: BSD-3-Clause
"""What `comops run --against` tells the user: which implementations became slower or faster."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from comops.reports.terminal.reporter import TerminalReporter
from comops.reports.words.escape import json_text
from comops.reports.words.formats import aligned, percent_text, plural, size_text
from comops.results.findings import SLOWER, UNDECIDED
from comops.statistics.against import FALSE, LIMIT, Partners, Tested, changes_of, partners_of

if TYPE_CHECKING:
    from comops.results.plan import Group
    from comops.results.write import ResultsFile
    from comops.statistics.cells import Cell

SCHEMA = "comops-against/1"
NONE_SLOWER, ONE_SLOWER, NOT_DECIDED = 0, 3, 4  # exit statuses
HEADS = ("implementation", "cells", "launches", "new/old", "95 % interval", "")


def name_of(row: Tested) -> str:
    pattern, path, protocol = row.key
    size = f", {size_text(row.cell.key['bytes'])}" if row.cell else ""
    return f"{pattern} over {path}/{protocol}{size}"


def wholes_of(tested: Sequence[Tested]) -> list[Tested]:
    return [row for row in tested if row.cell is None]


def shown_of(tested: Sequence[Tested]) -> list[Tested]:
    """A row each: implementations that changed, changed cells of others, and what is undecided."""
    changed = {whole.key for whole in wholes_of(tested) if whole.changed}
    cells = {row.key for row in tested if row.cell and row.changed} - changed
    return [row for row in tested
            if (row.cell is None and (row.changed or row.verdict == UNDECIDED)
                and row.key not in cells)
            or (row.cell is not None and row.changed and row.key in cells)]


def status_of(tested: Sequence[Tested]) -> int:
    verdicts = {row.verdict for row in shown_of(tested)}
    if SLOWER in verdicts:
        return ONE_SLOWER
    return NOT_DECIDED if UNDECIDED in verdicts or not tested else NONE_SLOWER


def _row(row: Tested) -> tuple[str, ...]:
    low, high = row.ci95
    return (name_of(row), str(row.cells), str(row.launches), f"{row.ratio:.3f}",
            f"[{low:.3f}, {high:.3f}]", row.verdict)


def against_text(place: str, tested: Sequence[Tested]) -> str:
    """The table, and how large a change of all others can be."""
    wholes, shown = wholes_of(tested), shown_of(tested)
    if not wholes:
        return f"No implementation could be compared with {place}.\n"
    lines = [f"New against old ({place}): {plural(len(wholes), 'implementation')}", ""]
    if shown:
        lines += [*aligned([HEADS, *map(_row, shown)], (0, 4, 5)), ""]
    named = {row.key for row in shown}
    rest = [whole for whole in wholes if whole.key not in named]
    if rest:
        others = plural(len(rest), "other implementation" if named else "implementation")
        lines.append(f"No change larger than {percent_text(max(row.bound for row in rest))} in "
                     f"{others}.")
    if any(row.verdict == UNDECIDED for row in shown):
        lines.append(f"Undecided: the change may be larger than {percent_text(LIMIT)}; a longer "
                     "--budget decides more.")
    lines.append(f"A change is reported by chance in at most one of {1 / FALSE:.0f} comparisons.")
    return "\n".join(lines) + "\n"


def _record(row: Tested) -> dict[str, Any]:
    key = (row.cell.key if row.cell
           else dict(zip(("pattern", "path", "protocol"), row.key, strict=True)))
    return {**key, "cells": row.cells, "launches": row.launches, "verdict": row.verdict,
            "ratio": row.ratio, "ci95": row.ci95, "bound": row.bound, "p": row.p}


def against_json(place: str, tested: Sequence[Tested]) -> str:
    return json_text({
        "schema": SCHEMA, "old": place, "status": status_of(tested),
        "implementations": [_record(whole) for whole in wholes_of(tested)],
        "cells": [_record(row) for row in tested if row.cell]})


class AgainstReporter(TerminalReporter):
    """The comparison with the build in `place`, in place of the answer."""

    def __init__(self, place: str, as_json: bool) -> None:
        super().__init__()
        self._place, self._form = place, against_json if as_json else against_text
        self._partners: list[Partners] = []
        self._tested: list[Tested] = []

    @property
    def status(self) -> int:
        """The exit status after a campaign without losses."""
        return status_of(self._tested)

    def group_ended(self, group: "Group", cells: "Sequence[Cell]") -> None:
        self._partners += partners_of(cells)

    def concluded(self, results: "ResultsFile") -> None:
        self._progress.clear()
        self._tested = changes_of(self._partners)
        self._print(self._form(self._place, self._tested))
