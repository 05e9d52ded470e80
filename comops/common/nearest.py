# SPDX-License-Identifier: BSD-3-Clause
"""The name that somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

SIMILAR = 0.66  # of 1: two letters exchanged in a word of three


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The first name that begins so, or the most similar one, if one is similar."""
    if len(word) < 2:
        return None
    known = list(names)
    begin = (name for name in known if name.lower().startswith(word.lower()))
    return next(begin, None) or next(iter(get_close_matches(word, known, 1, SIMILAR)), None)


def meant(word: str, names: Iterable[str]) -> str:
    """A question after the name that does not exist: `; did you mean `bus`?`, or nothing."""
    name = nearest(word, names)
    return f"; did you mean `{name}`?" if name else ""


def no_such(what: str, name: str, names: Iterable[str]) -> str:
    """The refusal of a name, with those that exist."""
    known = list(names)
    question = meant(name, known)
    there = " There are" if question else "; there are"
    return f"no {what}`{name}`{question}{there}: {', '.join(known)}"
