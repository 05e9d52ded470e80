# SPDX-License-Identifier: BSD-3-Clause
"""The answer of a report in Markdown, short enough for a pull request, and in LaTeX."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from comops.extension import exports
from comops.reports.answers.answer import MARGIN_TEXT
from comops.reports.answers.headline import TITLES, headline_of, undecided_of
from comops.reports.answers.panels import Operation, operations_of, panels_of, selected
from comops.reports.answers.verdict_maps import (Field, Libraries, Map, MapRow, OverallVerdict,
                                                 libraries_of, maps_of, verdicts_of)
from comops.reports.export.latex import latex_of
from comops.reports.words import phrases, trust
from comops.reports.words.escape import markdown, markdown_table
from comops.reports.words.formats import (calls_text, date_text, interval_text, list_text,
                                          number_text, path_text, picked, plural, size_text)
from comops.reports.words.phrases import Phrase
from comops.reports.words.sentences import OUTCOMES, PAGE, symbols_text
from comops.reports.words.settings import (Setting, campaigns_labelled, label_of, setting_of,
                                           title_of, varying)
from comops.results.cell_parts import SHARES
from comops.results.findings import PairRecord
from comops.results.read import Campaign
from comops.statistics.verdicts import OURS, PAPER

COLUMNS = 12  # sizes of a table, at most
TICK = markdown("`")
RUNTIME = 40  # characters of a library's version string

# By setting, pattern, path and protocol; by size.
Ratios = dict[tuple[Setting, str, str, str], dict[int, PairRecord]]
Row = tuple[Sequence[str], Sequence[str]]  # words, and fields in Markdown


def text_of(clause: Iterable[Phrase]) -> str:
    """A sentence without the colours of its phrases."""
    return markdown(phrases.text_of(clause))


def folded(lines: Sequence[str], what: str) -> list[str]:
    """Lines that a reader can unfold, and an empty one; nothing if there are none."""
    if not lines:
        return []
    return ["<details>", f"<summary>{what}</summary>", "", *lines, "", "</details>", ""]


def field_text(field: Field | None) -> str:
    """threads 3.2; one of OUTCOMES, nothing where not measured."""
    if field is None:
        return ""
    if field.winner in (*OUTCOMES, OURS):
        return field.text
    return f"{markdown(field.name)} {field.text}"


def table(names: Sequence[str], sizes: Collection[int], rows: Iterable[Row]) -> list[str]:
    """Columns of words, then one for each size, and an empty line; 0 has no title, and in rows
    without sizes the first column has the field."""
    heads = [size_text(size) if size else "" for size in sizes]
    return markdown_table([*map(markdown, names), *heads], (
        [*map(markdown, words), *fields, *[""] * (len(sizes) - len(fields))]
        for words, fields in rows), range(len(names)))


# ---- the same implementation over each library, and on two placements -------------------------


def names_text(libraries: Libraries) -> str:
    """The libraries that are known: (MPI: MPICH 3.4.3; MPI (intel): Intel(R) MPI Library)."""
    names = "; ".join(f"{calls_text(path)}: {name}" for path, name in libraries.paths if name)
    return f" ({markdown(names)})" if names else ""


def libraries_texts(every: Sequence[Libraries]) -> Iterator[str]:
    """A list item for each protocol of each path."""
    for libraries in every:
        for protocol, total in libraries.totals:
            yield (f"- **{markdown(libraries.title)} libraries, {markdown(protocol)}**"
                   f"{names_text(libraries)}: {text_of(total)}")


def libraries_table(libraries: Libraries) -> list[str]:
    """A row for each implementation in each panel."""
    sizes = picked([size for size in libraries.sizes if size], COLUMNS) or [0]
    rows = ((line, line.fields(sizes)) for line in libraries.lines)
    return table([f"{libraries.title} libraries", "protocol"], sizes, (
        ((f"{line.panel.title}, {line.panel.label}", line.protocol),
         list(map(field_text, fields if any(fields) else line.fields([0]))))
        for line, fields in rows))


def ratios_of(labelled: Sequence[tuple[Campaign, str]]) -> dict[tuple[str, str], Ratios]:
    """The ratios between each two placements; the settings are those of the first."""
    ratios: dict[tuple[str, str], Ratios] = defaultdict(lambda: defaultdict(dict))
    for campaign, label in labelled:
        for pair in campaign.placement_ratios.values():
            key = pair.a
            row = setting_of(key, label), key.pattern, key.path, key.protocol
            ratios[key.placement, pair.b.placement][row][key.bytes] = pair
    return ratios


def placements_table(first: str, other: str, ratios: Ratios) -> list[str]:
    """The time on a placement / that on the first one, of each implementation."""
    measured = {size for cells in ratios.values() for size in cells if size}
    sizes = picked(sorted(measured), COLUMNS) or [0]
    named = varying(setting for setting, *_ in ratios)
    rows: list[Row] = []
    for (setting, pattern, path, protocol), cells in sorted(ratios.items()):
        title = ", ".join(filter(None, (title_of(pattern, setting), label_of(setting, named))))
        shown = [cells.get(size) for size in (sizes if any(cells) else [0])]
        rows.append(((title, f"{path_text(path, protocol)} {protocol}"),
                     [interval_text(pair.ratio, pair.ci95) if pair and pair.ci95
                      else "?" if pair else "" for pair in shown]))
    return table([f"time on {other} / time on {first}", "implementation"], sizes, rows)


# ---- the answer ---------------------------------------------------------------------------------


def sentences(operations: Iterable[Operation]) -> list[str]:
    """A list item for each operation and setting."""
    return [f"- {markdown(panel.title)}, {markdown(panel.caption)}"
            f"{', simulated' * panel.simulated}: {text_of(panel.answer())}"
            for operation in operations for panel in operation.panels]


def map_row(line: MapRow, columns: Iterable[int]) -> Row:
    """`columns`: the places of the sizes that are shown."""
    fields = list(map(field_text, line.fields))
    shown = fields if line.sizeless else [fields[at] for at in columns if at < len(fields)]
    return (", ".join(filter(None, (line.panel.title, line.label))),), shown


def maps_tables(maps: Iterable[Map]) -> list[str]:
    """Maps as tables with some of their sizes."""
    lines = []
    for map_ in maps:
        sizes = picked(map_.sizes, COLUMNS)
        columns = list(map(map_.sizes.index, sizes)) or [0]
        lines += table(["faster, how many times"], sizes or [0],
                       (map_row(line, columns) for line in map_.lines))
    return lines


def verdict_text(verdict: OverallVerdict) -> str:
    """What was compared, and how often which side is faster."""
    what = f"**{markdown(verdict.heading)}**, {markdown(verdict.what)}:"
    if verdict.compared:
        return f"- {what} **{text_of(verdict.total)}**"
    return f"- {what} {markdown(verdict.missing)}"


def headline_lines(campaign: Campaign, label: str) -> list[str]:
    """What the terminal says first; after the label where there are several campaigns."""
    said = headline_of(campaign, panels_of(campaign), PAGE)
    head = [f"**{markdown(label)}**", ""] if label else []
    return [*head, *(f"- {text_of(clause).replace(TICK, '').strip()}" for clause in said), ""]


def headline_tables(operations: Sequence[Operation]) -> list[str]:
    """The tables of what the headline counts; of the fastest protocols without them."""
    maps = {name: maps_of(selected(operations, lambda panel, name=name: panel.of(name)), name)
            for name in (PAPER, OURS)}
    map_lines = [line for name, shown in maps.items() if shown
                 for line in (f"**{markdown(TITLES[name])}**", "", *maps_tables(shown))]
    return map_lines or maps_tables(maps_of(operations))


def tables(verdicts: Sequence[OverallVerdict]) -> list[str]:
    """The tables of the other verdicts, to unfold."""
    return [line for verdict in verdicts if verdict.name != PAPER for line in folded(
        maps_tables(maps_of(verdict.compared, verdict.name))[:-1], verdict.heading)]


def percentile_rows(operation: Operation) -> Iterator[Iterable[str]]:
    """A row for each fastest protocol whose single runs were kept."""
    for panel, cell in ((panel, cell) for panel in operation.panels for row in panel.rows
                        for cell in row.best.values() if cell.percentiles):
        every = (cell.percentiles.all.get(name) for name in (*SHARES, "max"))
        yield map(markdown, (
            ", ".join(filter(None, (panel.title, panel.caption))), size_text(cell.key.bytes),
            f"{path_text(*cell.key.implementation)} {cell.key.protocol}",
            *(number_text(value.us, value.ci95) if value and value.ci95 else ""
              for value in every)))


def percentiles(operations: Sequence[Operation]) -> list[str]:
    """A table for the fastest protocol of each path, to unfold; none without single runs."""
    rows = [row for operation in operations for row in percentile_rows(operation)]
    lines = markdown_table(["operation", "bytes", "path", *SHARES, "longest"], rows, (0, 2))
    return folded(lines[:-1], "Percentiles of single runs, us") if rows else []


def campaign_text(campaign: Campaign) -> str:
    record, cells = campaign.record, campaign.cells
    invalid = sum(not cell.valid for cell in cells.values())
    said = [
        record.host, record.machine, record.kernel,
        *(words[:RUNTIME] for words in record.runtimes.values()),
        record.compiler, record.flags,
        f"comops {record.version}",
        f"method {list_text(sorted({key.method for key in cells}))}",
        f"{len(cells)} cells" + (f", {invalid} invalid" if invalid else ""),
        date_text(record.started),
    ]
    return "; ".join(markdown(words) for words in said if words.strip())


def undecided_line(campaigns: Sequence[Campaign]) -> list[str]:
    undecided, every = undecided_of(campaigns)
    return ["", f"Not decided: {undecided} of {plural(every, 'comparison')}."] if undecided else []


def answer_lines(campaigns: Sequence[Campaign]) -> list[str]:
    operations = operations_of(campaigns)
    verdicts, items = verdicts_of(operations), sentences(operations)
    labelled = campaigns_labelled(campaigns)
    libraries = libraries_of(campaigns, operations)
    several = len(campaigns) > 1
    of_libraries = [line for library in libraries for line in libraries_table(library)]
    of_placements = [line for names, ratios in ratios_of(labelled).items()
                     for line in placements_table(*names, ratios)]
    return [
        "### COMOPS: threads or message passing", "",
        *(f"**Trust: {markdown(said)}.**\n" for said in map(trust.verdict_text, campaigns) if said),
        *(line for campaign, label in labelled
          for line in headline_lines(campaign, label if several else "")),
        *headline_tables(operations), *map(verdict_text, verdicts), *libraries_texts(libraries),
        *undecided_line(campaigns), "",
        *folded(items, "The fastest protocols, by operation"), *tables(verdicts),
        *folded(of_libraries[:-1], "The same implementation over each library"),
        *folded(of_placements[:-1], "The same implementation on two placements"),
        *percentiles(operations),
        "A number is the time of the slower path divided by that of the faster one, each with its "
        f"fastest protocol; {symbols_text(MARGIN_TEXT)}.", "",
        *(f"{campaign_text(campaign)}." for campaign in campaigns),
    ]


def summary(every: Sequence[Campaign]) -> str:
    """The answer as sentences, a table, and a line on machine and method; then what extensions add.
    """
    campaigns = [campaign for campaign in every if not campaign.record.reproduces]
    lines = answer_lines(campaigns) if campaigns else []
    lines += [line for export in exports("md") for line in export(every)]
    return "\n".join(lines) + "\n"


def summary_latex(every: Sequence[Campaign]) -> str:
    """The same, for a paper."""
    return latex_of(summary(every))
