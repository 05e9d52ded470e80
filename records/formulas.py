# SPDX-License-Identifier: BSD-3-Clause
"""The formulas that implementations declare, in the number of ranks P and what their groups are
(docs/method.md)."""

import re
from typing import NamedTuple

TERM = r"(?:\d+(?:\.\d+)?(?:\(P-1\)| log2 P| L)?|P|P-1|log2 P|G|L)"
FORMULA = re.compile(rf"(?:at most )?({TERM}(?: [+-] {TERM})*)(?:, (\d+) with 2 ranks)?")


class Grouping(NamedTuple):
    """The groups in which ranks meet, for the rank with the most: L and G."""

    levels: int
    ranks: int  # in them, added up


def formula_valid(text: str | None) -> bool:
    return text is not None and FORMULA.fullmatch(text) is not None


def term_value(term: str, ranks: int, groups: Grouping) -> float:
    factors = {"(P-1)": ranks - 1, "P-1": ranks - 1, "log2 P": ranks.bit_length() - 1, "P": ranks,
               "G": groups.ranks, "L": groups.levels}
    for name, value in factors.items():
        if term.endswith(name):
            return float(term.removesuffix(name).strip() or 1) * value
    return float(term)


def formula_for(text: str, ranks: int) -> str:
    """The formula for so many ranks: two may be an exception."""
    terms, with_two = FORMULA.fullmatch(text).groups()
    if with_two and ranks == 2:
        return with_two
    return text.removesuffix(f", {with_two} with 2 ranks")


def formula_value(text: str, ranks: int, groups: Grouping | None = None) -> float | None:
    """Its value for so many ranks in these groups; None for log2 P unless they are a power of two,
    for groups that are not known, and for a bound. Two are always one group."""
    terms = formula_for(text, ranks)
    if "log2" in terms and ranks & (ranks - 1):
        return None
    known = groups or (Grouping(1, 2) if ranks == 2 else None)
    if terms.startswith("at most") or (not known and re.search("[GL]", terms)):
        return None
    parts = re.split(r" ([+-]) ", f"0 + {terms}")
    signs = (1 if sign == "+" else -1 for sign in parts[1::2])
    values = (term_value(term, ranks, known or Grouping(0, 0)) for term in parts[2::2])
    return sum(sign * value for sign, value in zip(signs, values, strict=True))
