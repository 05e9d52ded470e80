# SPDX-License-Identifier: BSD-3-Clause
"""The same implementation over each library, and on two placements, in Markdown: how often which
library is faster, and tables to unfold."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from records.pairs import Pair
from records.read import Campaign
from reports.answers.libraries import Libraries, Line
from reports.export.markdown_parts import (
    COLUMNS, field_text, folded_tables, head_rows, row_text, text_of,
)
from reports.words.escape import markdown
from reports.words.formats import interval_text, path_text, picked
from reports.words.settings import Setting, label_of, setting_of, title_of, varying

Ratios = dict[tuple[Setting, str, str, str], dict[int, Pair]]  # pattern, path, protocol; by size


def names_text(one: Libraries) -> str:
    """The libraries that are known: (MPI: MPICH 3.4.3; MPI (intel): Intel(R) MPI Library)."""
    names = "; ".join(f"{path_text(path)}: {name}" for path, name in one.paths if name)
    return f" ({markdown(names)})" if names else ""


def libraries_texts(every: Sequence[Libraries]) -> Iterator[str]:
    """A list item for each protocol of each path."""
    for one in every:
        for protocol, total in one.totals:
            yield (f"- **{markdown(one.title)} libraries, {markdown(protocol)}**{names_text(one)}: "
                   f"{text_of(total)}")


def line_text(line: Line, sizes: Sequence[int]) -> str:
    """One implementation in one panel; of a pattern without sizes the first column has it."""
    fields = line.fields(sizes)
    if not any(fields):
        fields = [*line.fields([0]), *fields[1:]]
    return row_text([markdown(f"{line.panel.title}, {line.panel.label}"), markdown(line.protocol),
                     *map(field_text, fields)])


def libraries_table(one: Libraries) -> list[str]:
    sizes = picked([size for size in one.sizes if size], COLUMNS) or [0]
    return [*head_rows([f"{markdown(one.title)} libraries", "protocol"], sizes),
            *(line_text(line, sizes) for line in one.lines)]


def libraries_tables(every: Sequence[Libraries]) -> list[str]:
    tables = [line for one in every for line in (*libraries_table(one), "")]
    return folded_tables(tables, "The same implementation over each library")


def ratios_of(labelled: Sequence[tuple[Campaign, str]]) -> dict[tuple[str, str], Ratios]:
    """The ratios between each two placements; the settings are those of the first."""
    found: dict[tuple[str, str], Ratios] = defaultdict(lambda: defaultdict(dict))
    for campaign, label in labelled:
        for pair in campaign.placement_ratios.values():
            key = pair.a
            row = setting_of(key, label), key.pattern, key.path, key.protocol
            found[key.placement, pair.b.placement][row][key.bytes] = pair
    return found


def placements_table(first: str, other: str, rows: Ratios) -> list[str]:
    """The time on a placement / that on the first one, of each implementation."""
    measured = {size for cells in rows.values() for size in cells if size}
    sizes = picked(sorted(measured), COLUMNS) or [0]
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
    tables = [line for names, rows in ratios_of(labelled).items()
              for line in (*placements_table(*names, rows), "")]
    return folded_tables(tables, "The same implementation on two placements")
