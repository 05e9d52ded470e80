# SPDX-License-Identifier: BSD-3-Clause
"""The name that somebody may have meant."""

from collections.abc import Iterable

FARTHEST = 2  # letters to change
LETTERS = 31  # of the longest word that is compared


def _distance(one: str, other: str) -> int:
    """Letters to insert, remove, change, or exchange with their neighbour."""
    if max(len(one), len(other)) > LETTERS:
        return FARTHEST + 1
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            steps = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                steps = min(steps, rows[-2][j - 2] + 1)
            row.append(steps)
        rows.append(row)
    return rows[-1][-1]


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The first of the nearest names, if one is near: a name that begins so is."""
    best, found = (1 if len(word) < 4 else FARTHEST) + 1, None
    if len(word) < 2:
        return None
    for name in names:
        begins = name.lower().startswith(word.lower())
        distance = 0 if begins else _distance(word, name)
        if distance < best:
            best, found = distance, name
    return found


def meant(word: str, names: Iterable[str]) -> str:
    """A question after the name that does not exist: `; did you mean `bus`?`, or nothing."""
    found = nearest(word, names)
    return f"; did you mean `{found}`?" if found else ""


def no_such(what: str, name: str, names: Iterable[str]) -> str:
    """The refusal of a name, with those that exist."""
    known = list(names)
    question = meant(name, known)
    there = " There are" if question else "; there are"
    return f"no {what}`{name}`{question}{there}: {', '.join(known)}"
