# SPDX-License-Identifier: BSD-3-Clause
"""A plan, one cell a line: for people, or as a worker's --batch reads it."""

import json
from collections.abc import Iterator

from campaign.plan import Candidate, Group, Plan
from common.sizes import size_text


def title_of(group: Group) -> str:
    """`pingpong`; with its series `distant (partner 2)`; a reduction other than the paper's
    `reduce (sum of float)`."""
    pattern = group.pattern
    if pattern.series_of:
        return f"{pattern.name} ({pattern.series_of} {size_text(group.series)})"
    if group.reduction:
        return f"{pattern.name} ({' of '.join(pattern.reduction_names(group.reduction))})"
    return pattern.name


def _line(group: Group, candidate: Candidate) -> str:
    pages = "" if group.page_size == "default" else f", {group.page_size} pages"
    return (f"{title_of(group):<24} {candidate.path.label:<8} {candidate.offer.protocol:<10} "
            f"{group.ranks:3d} ranks {group.bytes:10d} bytes  {group.placement.name:<9} "
            f"{group.pages.name:<6} {group.buffers:<7} {group.consume}{pages}\n")


def _object(group: Group, candidate: Candidate) -> str:
    pattern, members = group.pattern, {"pattern": group.pattern.name}
    if pattern.series_of:
        members["series"] = group.series
    if pattern.reduces:
        members["op"], members["datatype"] = pattern.reduction_names(group.reduction)
    if group.skew_us:
        members["skew"] = f"{group.skew_us}us"
    members |= {"path": candidate.path.label, "protocol": candidate.offer.protocol,
                "ranks": group.ranks, "bytes": group.bytes, "placement": group.placement.name,
                "memory": group.pages.name}
    if group.page_size != "default":
        members["pages"] = group.page_size
    members |= {"buffers": group.buffers, "consume": group.consume}
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False) + "\n"


def plan_lines(plan: Plan, as_json: bool) -> Iterator[str]:
    for group in plan.groups:
        for candidate in group.candidates:
            yield _object(group, candidate) if as_json else _line(group, candidate)
