# SPDX-License-Identifier: BSD-3-Clause
"""The names of a campaign's groups and tables."""

from typing import TYPE_CHECKING

from common import sizes
from reports.words.formats import reduction_text

if TYPE_CHECKING:
    from campaign.planning.plan import Group


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
