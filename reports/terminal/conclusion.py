# SPDX-License-Identifier: BSD-3-Clause
"""What all tables of a campaign say together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from analysis.decisions import UNDECIDED
from analysis.verdicts import KINDS, LIBRARIES, is_path, library_name
from common.terminal import wrapped
from reports.terminal.tables import BEST, Comparison, Table
from reports.words.formats import RUNTIME_NAMES
from reports.words.groups import group_name
from reports.words.phrases import capitalized, text_of
from reports.words.verdicts import (
    count_winners, counts_sentence, not_measured, sentence, sides_text,
)


def _counted(tables: Iterable[Table], name: str) -> list[Comparison]:
    """Oversubscribed comparisons, and sizes without a comparison, do not count."""
    return [one for table in tables if not table.group.placement.oversubscribed
            for one in table.of(name) if one.made]


def _libraries(tables: Iterable[Table], name: str, runtimes: Mapping[str, str]) -> list[list[str]]:
    """The libraries of each side that were compared: MPICH 3.4.3, ch3:nemesis."""
    made = [one for table in tables for one in table.of(name) if one.made]
    sides = ([one.sides[at] for one in made] for at in (0, 1))
    return [list(dict.fromkeys(library_name(runtimes[side.path]) for side in some
                               if side and side.path in runtimes)) for some in sides]


def _head(tables: Sequence[Table], name: str, runtimes: Mapping[str, str]) -> str:
    if name in KINDS:
        kind = KINDS[name]
        return f"{capitalized(kind.title)}: {sides_text(kind, _libraries(tables, name, runtimes))}"
    known = "; ".join(f"{path}: {library_name(runtime)}" for path, runtime in runtimes.items()
                      if is_path(path, name))
    return (f"{RUNTIME_NAMES[name]} libraries, each with its fastest protocol other than direct "
            f"({known})")


def _comparison(tables: Sequence[Table], name: str, runtimes: Mapping[str, str], columns: int
                ) -> Iterator[str]:
    """How often each side is faster and, if anything is decided, a sentence for each table."""
    counted = _counted(tables, name)
    compared = [table for table in tables if table.compares(name)]
    head = _head(tables, name, runtimes)
    if not compared:
        head += f": {not_measured(KINDS[name])}"
    elif counted:
        head += f": {text_of(counts_sentence(count_winners(counted)))}"
    yield wrapped(head, 2, columns)
    if any(one.decision != UNDECIDED for table in tables for one in table.of(name)):
        for table in compared:
            said = text_of(sentence(table.of(name), intervals=name not in KINDS))
            yield wrapped(f"  {group_name(table.group)}: {said}", 4, columns)


def conclusion_text(tables: Sequence[Table], runtimes: Mapping[str, str], precision: float,
                    columns: int = 0, missing: bool = True) -> str:
    """Each verdict, then the libraries of a path, if there are several, and at last how many of the
    tables' ratios are as precise as requested.

    `runtimes`: what each path's runtime says of itself; `columns`: of the terminal, 0 for any;
    `precision` 0: none was requested; `missing`: says how to measure what was not compared.
    """
    if not any(table.rows for table in tables):
        return ""
    names = [name for name in (*KINDS, *LIBRARIES)
             if missing and name in KINDS or any(one.compares(name) for one in tables)]
    lines = [line for name in names for line in _comparison(tables, name, runtimes, columns)]
    counted = _counted(tables, BEST)
    if counted and precision:
        precise = sum(one.half_width <= precision for one in counted)
        lines.append(f"A precision of {100 * precision:g} % is reached in {precise} of "
                     f"{len(counted)} ratios of the tables.\n")
    return "".join(lines)
