# SPDX-License-Identifier: BSD-3-Clause
"""Sentences in pieces, some of which have a colour."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Phrase(NamedTuple):
    """A piece of a sentence; `path` where it names one, for its colour."""

    text: str
    path: str = ""


def text_of(phrases: Iterable[Phrase]) -> str:
    return "".join(phrase.text for phrase in phrases)


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def begun(phrases: Sequence[Phrase]) -> list[Phrase]:
    """As the beginning of a text: its first letter is a capital."""
    return [Phrase(capitalized(phrase.text) if not at else phrase.text, phrase.path)
            for at, phrase in enumerate(phrases)]


def joined(clauses: Iterable[Sequence[Phrase]], separator: str) -> list[Phrase]:
    """All clauses, the separator between them."""
    phrases = [phrase for clause in clauses for phrase in (Phrase(separator), *clause)]
    return phrases[1:]
