# SPDX-License-Identifier: BSD-3-Clause
"""The names of a campaign's groups and tables."""

from typing import TYPE_CHECKING

from common import sizes
from reports.words.formats import reduction_text

if TYPE_CHECKING:
    from campaign.planning.plan import Group

OVERSUBSCRIBED = "OVERSUBSCRIBED"


def group_title(group: "Group") -> str:
    """pingpong; with its series distant (partner 2); with a reduction other than the paper's reduce
    (sum of float)."""
    pattern = group.pattern
    if pattern.series_of:
        return f"{pattern.name} ({pattern.series_of} {sizes.size_text(group.series)})"
    reduction = pattern.reduces and reduction_text(*pattern.reduction_names(group.reduction))
    return f"{pattern.name} ({reduction})" if reduction else pattern.name


def pages_text(group: "Group") -> str:
    """2m pages; nothing for the system's setting."""
    return "" if group.page_size == "default" else f"{group.page_size} pages"


def buffers_text(group: "Group") -> str:
    """rewrite buffers, consume timed; root memory, 2m pages, rewrite buffers, consume no, if pages
    do not follow first touch or have a size; rewrite buffers, where no data move."""
    words = (f"{group.pages.name} memory" if group.pages.bound else "", pages_text(group),
             f"{group.buffers} buffers", f"consume {group.consume}" if group.bytes else "",
             f"last rank late by {group.skew_us}us" if group.skew_us else "")
    return ", ".join(filter(None, words))


def group_name(group: "Group", where: str = "") -> str:
    """broadcast on bus, 2 ranks, rewrite buffers; `where` in place of bus."""
    over = f" ({OVERSUBSCRIBED})" if group.placement.oversubscribed else ""
    return (f"{group_title(group)} on {where or group.placement.name}, {group.ranks} ranks, "
            f"{buffers_text(group)}{over}")


def group_heading(group: "Group") -> str:
    """broadcast, 2 ranks, bus: L3 #0 (32 MiB), cores 0-1, rewrite buffers."""
    return (f"{group_title(group)}, {group.ranks} ranks, {group.placement.name}: "
            f"{group.placement.where}, {buffers_text(group)}")
