# SPDX-License-Identifier: BSD-3-Clause
"""A plan: what --dry-run prints, and how long a campaign takes."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from common.durations import duration_text
from reports.words.groups import group_title, pages_text

if TYPE_CHECKING:
    from campaign.planning.options import Options
    from campaign.planning.plan import Candidate, Group, Plan


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _cell_record(group: "Group", candidate: "Candidate") -> dict[str, Any]:
    """What a worker's --batch needs (common/batch.py), and what distinguishes it."""
    pattern = group.pattern
    operation, datatype = pattern.reduction_names(group.reduction) if pattern.reduces else ("", "")
    members = {
        "pattern": pattern.name, "series": group.series if pattern.series_of else None,
        "op": operation or None, "datatype": datatype or None,
        "skew": f"{group.skew_us}us" if group.skew_us else None, "path": candidate.path.label,
        "protocol": candidate.offer.protocol, "ranks": group.ranks, "bytes": group.bytes,
        "placement": group.placement.name, "memory": group.pages.name,
        "pages": None if group.page_size == "default" else group.page_size,
        "buffers": group.buffers, "consume": group.consume}
    return {name: value for name, value in members.items() if value is not None}


def _cell_text(group: "Group", candidate: "Candidate") -> str:
    pages = pages_text(group)
    return (f"{group_title(group):<24} {candidate.path.label:<8} {candidate.offer.protocol:<10} "
            f"{group.ranks:3} ranks {group.bytes:10} bytes  {group.placement.name:<9} "
            f"{group.pages.name:<6} {group.buffers:<7} {group.consume}"
            f"{', ' if pages else ''}{pages}")


def plan_lines(plan: "Plan", as_json: bool) -> Iterator[str]:
    """One cell a line."""
    for group in plan.groups:
        for candidate in group.candidates:
            yield (json.dumps(_cell_record(group, candidate), separators=(",", ":")) if as_json
                   else _cell_text(group, candidate))


def announcements(plan: "Plan", options: "Options", planned: float, least: float) -> Iterator[str]:
    """How long the campaign takes, seconds: as planned, and at least."""
    if options.budget > 0 and least > planned:
        yield (f"--budget is too short: these cells take at least about {duration_text(least)}; "
               "for less, name fewer patterns or sizes, or use --quick")
    longer = ", or longer if they need it" if options.dry_run and options.budget > 0 else ""
    yield (f"{_plural(plan.cells, 'cell')} in {_plural(plan.tables, 'table')} will take about "
           f"{duration_text(max(planned, least))}{longer}; seed {options.seed}")
