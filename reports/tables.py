# SPDX-License-Identifier: BSD-3-Clause
"""Results files in Python: comops.read, which docs/howto/read-results.md shows by examples."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from comops import extension
from comops.common.terminal import lines_escaped, plain
from comops.reports.answers.headline import answer_of
from comops.reports.export.cells_csv import COLUMNS, columns_of, ends_of, key_columns
from comops.reports.terminal.screen import COLUMNS as WIDTH, screen_text
from comops.reports.words.formats import path_text
from comops.results.findings import FASTER, PairRecord, VerdictRecord
from comops.results.keys import CELL_KEY, CellKey
from comops.results.lines import Record, ResultsError
from comops.results.read import Campaign, campaigns_from, campaigns_in
from comops.statistics.verdicts import OURS

if TYPE_CHECKING:
    import pandas

File: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
Row: TypeAlias = dict[str, Any]
Table: TypeAlias = "pandas.DataFrame | list[Row]"

SHARED = [name for name in CELL_KEY if name not in ("path", "protocol")]
CELLS = (*COLUMNS[:2], "path_name", *COLUMNS[2:])
PAIRS = (*SHARED, "a_path", "a_protocol", "a_us", "b_path", "b_protocol", "b_us", "ratio",
         "ci95_low", "ci95_high", "ci90_low", "ci90_high", "decision", "faster", "launches",
         "rounds", "oversubscribed", "file")
VERDICTS = ("verdict", *PAIRS[:-1], "a_library", "b_library", "file")
MACHINE = ("host", "cpu", "machine", "kernel", "governor", "transparent_hugepages",
           "numa_balancing", "compiler", "flags", "vectors", "runtimes", "environment", "quota")


class Results:
    """What results files say. A table is a DataFrame where pandas is installed, otherwise a list of
    rows by column; it has the same columns whatever was measured, and what a row does not have is
    missing or None. Times are microseconds per run, sizes bytes."""

    def __init__(self, campaigns: Sequence[Campaign]) -> None:
        self._campaigns = campaigns

    @cached_property
    def cells(self) -> Table:
        """A row for each implementation and size: its key, results, and circumstances. `path_name`
        is what moves the data: threads, MPI's calls, or processes by our own code."""
        return self._table(CELLS, lambda campaign: (
            columns_of(cell, campaign.placement_ratios.get(key), str(campaign.file))
            | {"path_name": path_text(key.path, key.protocol)}
            for key, cell in campaign.cells.items()))

    @cached_property
    def pairs(self) -> Table:
        """A row for any two cells that differ in path or protocol alone: `ratio` is the time of b
        over that of a, with its intervals; `decision` says whether a is faster, slower, equivalent
        or undecided; `faster` names the faster one."""
        return self._table(PAIRS, lambda campaign: (
            pair_row(pair, campaign) for pair in campaign.pairs.values()))

    @cached_property
    def verdicts(self) -> Table:
        """The same for the fastest of two sides, for each comparison (`paper`, `best`, `same-code`,
        and others) and size; with the libraries."""
        return self._table(VERDICTS, lambda campaign: (
            verdict_row(verdict, campaign) for verdict in campaign.verdicts.values()))

    @property
    def machine(self) -> Record:
        """The machine and its software, as the first record of the file describes them; of several
        files what they agree on."""
        first, *others = [
            {name: getattr(campaign.record, name) for name in MACHINE} | campaign.record.facts
            for campaign in self._campaigns]
        return {name: value for name, value in first.items()
                if all(other.get(name) == value for other in others)}

    def answer(self) -> str:
        """The sentences that the screen prints, each on a line. Of several campaigns each begins
        with the name of its file."""
        return "\n".join(plain(line) for campaign in self._campaigns
                         for line in (*self._title(campaign), *answer_of(campaign),
                                      *extension.lines(campaign, WIDTH)))

    def __repr__(self) -> str:
        files = ", ".join(dict.fromkeys(plain(campaign.file) for campaign in self._campaigns))
        counts = {kind: sum(len(getattr(campaign, kind)) for campaign in self._campaigns)
                  for kind in ("cells", "pairs", "verdicts")}
        said = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        return f"<comops.Results of {files}: {said}>"

    def _repr_html_(self) -> str:
        """In a notebook: the screen."""
        screens = (lines_escaped(screen_text(campaign, file=written(campaign)))
                   for campaign in self._campaigns)
        return "".join(f"<pre>{escape(screen)}</pre>" for screen in screens)

    def _title(self, campaign: Campaign) -> list[str]:
        whose = " ".join([str(campaign.file), *campaign.record.reproduces])
        return [f"{whose}:"] if len(self._campaigns) > 1 else []

    def _table(self, columns: Sequence[str], rows: Callable[[Campaign], Iterable[Row]]) -> Table:
        every = [{name: row.get(name) for name in columns}
                 for campaign in self._campaigns for row in rows(campaign)]
        try:
            import pandas
        except ModuleNotFoundError:
            return every
        return pandas.DataFrame(every, columns=list(columns))


def read(*files: File | list[File] | list[str] | list[Path]) -> Results:
    """Reads results files of `comops run` and other commands: paths, or open files. One whose name
    ends in .xz is decompressed. ResultsError if one of them cannot be read or has no results; a
    line that is damaged is left out."""
    named = [name for file in files for name in (file if isinstance(file, list) else [file])]
    campaigns = [campaign for file in named for campaign in campaigns_of(file)]
    if not campaigns:
        raise ResultsError("name a results file")
    return Results(campaigns)


def campaigns_of(file: File) -> list[Campaign]:
    return campaigns_in(Path(file)) if isinstance(file, str | os.PathLike) else campaigns_from(file)


def written(campaign: Campaign) -> Path | None:
    """The file to name in commands; none for what was read from a pipe."""
    return campaign.file if campaign.file.is_file() else None


def pair_row(pair: PairRecord, campaign: Campaign) -> Row:
    sides = {f"{side}_{name}": value for side, key in (("a", pair.a), ("b", pair.b))
             for name, value in (("path", key.path), ("protocol", key.protocol),
                                 ("us", time_of(campaign, key)))}
    return (vars(pair) | key_columns(pair.a) | sides | ends_of("ci95", pair.ci95)
            | ends_of("ci90", pair.ci90)
            | {"faster": path_text(*pair.faster.implementation) if pair.faster else None,
               "file": str(campaign.file)})


def verdict_row(verdict: VerdictRecord, campaign: Campaign) -> Row:
    libraries = zip(("a_library", "b_library"), verdict.libraries, strict=True)
    ours = verdict.verdict == OURS and verdict.decision == FASTER
    return (pair_row(verdict, campaign) | dict(libraries)
            | ({"faster": "our code"} if ours else {}))


def time_of(campaign: Campaign, key: CellKey) -> float | None:
    cell = campaign.cells.get(key)
    return cell.time_us if cell else None
