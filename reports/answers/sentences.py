# SPDX-License-Identifier: BSD-3-Clause
"""The answer in words, as the page and Markdown write them: words/verdicts.py has the words."""

from collections.abc import Iterable, Mapping, Sequence

from reports.answers.answer import Row, first_side, other_side, paths_in_order
from reports.words.formats import bracketed, list_text, path_text
from reports.words.phrases import Phrase, begun
from reports.words.verdicts import PAGE, counts_sentence
from reports.words.verdicts import sentence as sentence_of

PROTOCOLS_NAMED = 2  # protocols of a path listed in a clause; of more, their number


def sides_text(paths: Iterable[str]) -> tuple[str, str]:
    """What is compared: threads; the faster of MPI and SHMEM."""
    ordered = paths_in_order(paths)
    return side_text(first_side(ordered)), side_text(other_side(ordered))


def side_text(paths: Sequence[str]) -> str:
    names = list_text(list(map(path_text, paths)))
    degree = "faster" if len(paths) == 2 else "fastest"
    return names if len(paths) < 2 else f"the {degree} of {names}"


def winner_text(rows: Sequence[Row]) -> str:
    """The winner of some rows with its protocols: MPI (put or get), MPI (4 protocols)."""
    path = rows[0].winner
    names = list(dict.fromkeys(row.best[path].key.protocol for row in rows))
    if len(names) > PROTOCOLS_NAMED:
        return f"{path_text(path)} ({len(names)} protocols)"
    protocols = bracketed(names[0]) if len(names) == 1 else f"({' or '.join(names)})"
    return f"{path_text(path)} {protocols}"


def sentence(rows: Sequence[Row]) -> list[Phrase]:
    """The answer for one setting, as one sentence in pieces."""
    if not rows:
        return [Phrase("No valid cell.")]
    return begun(sentence_of(rows, PAGE, named=winner_text))


def total_sentence(counts: Mapping[str, int]) -> list[Phrase]:
    """Threads faster at 20, MPI faster at 3, undecided at 2 of 25."""
    return begun(counts_sentence(counts, PAGE))
