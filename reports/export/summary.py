# SPDX-License-Identifier: BSD-3-Clause
"""The answer of a report in Markdown, short enough for a pull request."""

from collections.abc import Iterable, Mapping, Sequence

from reports.answers.answer import BEST, MARGIN_TEXT
from reports.answers.libraries import libraries_of
from reports.answers.panels import Operation, operations_of
from reports.answers.series import series_of
from reports.answers.verdicts import Line, Map, Verdict, maps_of, verdicts_of
from reports.export.comparisons_md import libraries_tables, libraries_texts, placements_tables
from reports.export.items import items_markdown
from reports.export.markdown_parts import COLUMNS, field_text, folded, head_rows, row_text, text_of
from records.read import Campaign, Cell
from records.stamps import SHARES, Percentile
from reports.words.escape import markdown
from reports.words.formats import date_text, list_text, number_text, path_text, picked, size_text
from reports.words.settings import campaign_labels
from reports.words.verdicts import symbols_text

RUNTIME = 40  # characters of a library's version string
SENTENCES = 10  # the others are folded


def sentences(operations: Iterable[Operation]) -> list[str]:
    """A list item for each operation and setting."""
    return [
        f"- {markdown(panel.title)}, {markdown(panel.caption)}: "
        + text_of(panel.answer)
        for operation in operations
        for panel in operation.panels
    ]


def table_row(line: Line, columns: Mapping[int, int]) -> str:
    name = ", ".join(filter(None, (line.panel.title, line.label)))
    known = range(len(line.fields))
    shown = known if line.sizeless else [index for index in columns.values() if index in known]
    fields = [field_text(line.fields[index]) for index in shown]
    fields += [""] * (len(columns) - len(fields))
    return row_text([markdown(name), *fields])


def table(one: Map) -> list[str]:
    """A map as a table with some of its sizes."""
    columns = {size: one.sizes.index(size) for size in picked(one.sizes, COLUMNS)} or {0: 0}
    return [
        *head_rows(["faster, how many times"], columns),
        *(table_row(line, columns) for line in one.lines),
        "",
    ]


def verdict_text(verdict: Verdict) -> str:
    """What was compared, and how often which side is faster."""
    what = f"**{markdown(verdict.heading)}**, {markdown(verdict.what)}:"
    if verdict.compared:
        return f"- {what} **{text_of(verdict.total)}**"
    return f"- {what} {markdown(verdict.missing)}"


def tables(operations: Sequence[Operation], verdicts: Sequence[Verdict]) -> list[str]:
    """The tables of the fastest protocols, the others to unfold."""
    lines = []
    for verdict in sorted(verdicts, key=lambda one: one.name != BEST):
        some = [line for one in maps_of(verdict.compared, verdict.name) for line in table(one)]
        if verdict.name == BEST:
            lines += [line for one in maps_of(operations) for line in table(one)]
        elif some:
            lines += [*folded(some, verdict.heading), ""]
    return lines


def percentile_rows(operation: Operation) -> list[str]:
    """A row for each fastest protocol whose single runs were kept."""
    return [
        row_text(
            markdown(text)
            for text in (
                ", ".join(filter(None, (panel.title, panel.caption))),
                size_text(row.size),
                f"{path_text(cell.key.path)} {cell.key.protocol}",
                *(number_text(one.us, one.ci95) if one.ci95 else "" for one in shown(cell)),
            )
        )
        for panel in operation.panels
        for row in panel.rows
        for cell in row.best.values()
        if cell.percentiles
    ]


def shown(cell: Cell) -> list[Percentile]:
    return [cell.percentiles.all.get(name, Percentile(None, None)) for name in (*SHARES, "max")]


def percentiles(operations: Sequence[Operation]) -> list[str]:
    """A table for the fastest protocol of each path, to unfold; none without single runs."""
    rows = [row for operation in operations for row in percentile_rows(operation)]
    heads = ["operation", "bytes", "path", *SHARES, "longest"]
    head = [row_text(heads), "|---|--:|---|" + "--:|" * (len(SHARES) + 1)]
    title = "Percentiles of single runs, us"
    return [*folded([*head, *rows], title), ""] if rows else []


def campaign_text(campaign: Campaign) -> str:
    facts, keys = campaign.facts, campaign.cells
    methods = list_text(sorted({key.method for key in keys}))
    invalid = sum(not cell.valid for cell in campaign.cells.values())
    said = [
        *(facts[name] for name in ("host", "machine", "kernel")),
        *(words[:RUNTIME] for words in facts["runtimes"].values()),
        *(facts[name] for name in ("compiler", "flags")),
        f"comops {facts['version']}",
        f"method {methods}",
        f"{len(keys)} cells" + (f", {invalid} invalid" if invalid else ""),
        date_text(facts["started"]),
    ]
    return "; ".join(markdown(words) for words in said if words.strip())


def summary(every: Sequence[Campaign]) -> str:
    """The answer as sentences, a table, and a line on machine and method; then what reproduces the
    papers."""
    reproduced = [one for one in every if one.reproduces]
    campaigns = [one for one in every if not one.reproduces]
    lines = answer_lines(campaigns) if campaigns else []
    return "\n".join(lines + items_markdown(reproduced)) + "\n"


def answer_lines(campaigns: Sequence[Campaign]) -> list[str]:
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    operations = operations_of(campaigns, series_of(cells))
    items = sentences(operations)
    verdicts = verdicts_of(operations)
    labelled = list(zip(campaigns, campaign_labels(campaigns), strict=True))
    libraries = libraries_of(labelled, operations)
    lines = ["### COMOPS: threads or message passing", "", *map(verdict_text, verdicts),
             *libraries_texts(libraries), ""]
    lines += items[:SENTENCES]
    if items[SENTENCES:]:
        lines += ["", *folded(items[SENTENCES:], f"{len(items) - SENTENCES} more")]
    lines.append("")
    lines += tables(operations, verdicts)
    lines += libraries_tables(libraries)
    lines += placements_tables(labelled)
    lines += percentiles(operations)
    lines += [
        "A number is the time of the slower path divided by that of the faster one, each with its "
        f"fastest protocol; {symbols_text(MARGIN_TEXT)}.",
        "",
        *(f"{campaign_text(campaign)}." for campaign in campaigns),
    ]
    return lines
