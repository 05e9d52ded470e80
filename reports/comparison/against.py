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


def name_of(one: Tested) -> str:
    pattern, path, protocol = one.key
    size = f", {size_text(one.cell.key['bytes'])}" if one.cell else ""
    return f"{pattern} over {path}/{protocol}{size}"


def wholes_of(tested: Sequence[Tested]) -> list[Tested]:
    return [one for one in tested if one.cell is None]


def shown_of(tested: Sequence[Tested]) -> list[Tested]:
    """A row each: implementations that changed, changed cells of others, and what is undecided."""
    changed = {whole.key for whole in wholes_of(tested) if whole.changed}
    cells = {one.key for one in tested if one.cell and one.changed} - changed
    return [one for one in tested
            if (one.cell is None and (one.changed or one.verdict == UNDECIDED)
                and one.key not in cells)
            or (one.cell is not None and one.changed and one.key in cells)]


def status_of(tested: Sequence[Tested]) -> int:
    found = {one.verdict for one in shown_of(tested)}
    if SLOWER in found:
        return ONE_SLOWER
    return NOT_DECIDED if UNDECIDED in found or not tested else NONE_SLOWER


def _row(one: Tested) -> tuple[str, ...]:
    low, high = one.ci95
    return (name_of(one), str(one.cells), str(one.launches), f"{one.ratio:.3f}",
            f"[{low:.3f}, {high:.3f}]", one.verdict)


def against_text(place: str, tested: Sequence[Tested]) -> str:
    """The table, and how large a change of all others can be."""
    wholes, shown = wholes_of(tested), shown_of(tested)
    if not wholes:
        return f"No implementation could be compared with {place}.\n"
    lines = [f"New against old ({place}): {plural(len(wholes), 'implementation')}", ""]
    if shown:
        lines += [*aligned([HEADS, *map(_row, shown)], (0, 4, 5)), ""]
    named = {one.key for one in shown}
    rest = [whole for whole in wholes if whole.key not in named]
    if rest:
        others = plural(len(rest), "other implementation" if named else "implementation")
        lines.append(f"No change larger than {percent_text(max(one.bound for one in rest))} in "
                     f"{others}.")
    if any(one.verdict == UNDECIDED for one in shown):
        lines.append(f"Undecided: the change may be larger than {percent_text(LIMIT)}; a longer "
                     "--budget decides more.")
    lines.append(f"A change is reported by chance in at most one of {1 / FALSE:.0f} comparisons.")
    return "\n".join(lines) + "\n"


def _record(one: Tested) -> dict[str, Any]:
    key = (one.cell.key if one.cell
           else dict(zip(("pattern", "path", "protocol"), one.key, strict=True)))
    return {**key, "cells": one.cells, "launches": one.launches, "verdict": one.verdict,
            "ratio": one.ratio, "ci95": one.ci95, "bound": one.bound, "p": one.p}


def against_json(place: str, tested: Sequence[Tested]) -> str:
    return json_text({
        "schema": SCHEMA, "old": place, "status": status_of(tested),
        "implementations": [_record(whole) for whole in wholes_of(tested)],
        "cells": [_record(one) for one in tested if one.cell]})


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
