# SPDX-License-Identifier: BSD-3-Clause
"""Ratios between placements in Markdown: a table for each placement but the first, to unfold."""

from collections import defaultdict
from collections.abc import Sequence

from reports.export.markdown_parts import folded_tables, head_rows, picked, row_text
from records.pairs import Pair
from records.read import Campaign
from reports.words.escape import markdown
from reports.words.formats import interval_text, path_text
from reports.words.settings import Setting, label_of, setting_of, title_of, varying

Cells = dict[tuple[Setting, str, str, str], dict[int, Pair]]  # pattern, path, protocol; by size


def cells_of(labelled: Sequence[tuple[Campaign, str]]) -> dict[tuple[str, str], Cells]:
    """By the two placements; the settings are those of the first."""
    found: dict[tuple[str, str], Cells] = defaultdict(lambda: defaultdict(dict))
    for campaign, label in labelled:
        for pair in campaign.placement_ratios.values():
            key = pair.a
            row = setting_of(key, label), key.pattern, key.path, key.protocol
            found[key.placement, pair.b.placement][row][key.bytes] = pair
    return found


def table(first: str, other: str, rows: Cells) -> list[str]:
    """The time on a placement / that on the first one, of each implementation."""
    sizes = picked(sorted({size for cells in rows.values() for size in cells if size})) or [0]
    named = varying(setting for setting, *_ in rows) - {"placement"}
    lines = head_rows([markdown(f"time on {other} / time on {first}"), "implementation"], sizes)
    for (setting, pattern, path, protocol), cells in sorted(rows.items()):
        shown = [cells.get(size) for size in sizes] if any(cells) else [cells[0]]
        title = ", ".join(filter(None, (title_of(pattern, setting), label_of(setting, named))))
        texts = [interval_text(one.ratio, one.ci95) if one else "" for one in shown]
        texts += [""] * (len(sizes) - len(shown))
        lines.append(row_text([markdown(title), markdown(f"{path_text(path)} {protocol}"),
                               *texts]))
    return lines


def placements_tables(labelled: Sequence[tuple[Campaign, str]]) -> list[str]:
    tables = [line for names, rows in cells_of(labelled).items()
              for line in (*table(*names, rows), "")]
    return folded_tables(tables, "The same implementation on two placements")
