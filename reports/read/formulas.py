# SPDX-License-Identifier: BSD-3-Clause
"""The formulas that implementations declare, in the number of ranks P (docs/method.md, "Why")."""

import re

TERM = r"(?:\d+(?:\.\d+)?(?:\(P-1\)| log2 P| L)?|P|P-1|log2 P|G|L)"
FORMULA = re.compile(rf"(?:at most )?({TERM}(?: [+-] {TERM})*)(?:, (\d+) with 2 ranks)?")


def formula_valid(text: object) -> bool:
    return isinstance(text, str) and FORMULA.fullmatch(text) is not None


def term_value(term: str, ranks: int) -> float:
    factors = {"(P-1)": ranks - 1, "P-1": ranks - 1, "log2 P": ranks.bit_length() - 1, "P": ranks,
               "G": ranks, "L": 1}
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


def formula_value(text: str, ranks: int) -> float | None:
    """Its value for so many ranks; None for log2 P unless they are a power of two, for groups of
    more than two, which depend on the machine, and for a bound."""
    terms = formula_for(text, ranks)
    if "log2" in terms and ranks & (ranks - 1):
        return None
    if terms.startswith("at most") or (ranks > 2 and re.search("[GL]", terms)):
        return None
    parts = re.split(r" ([+-]) ", f"0 + {terms}")
    signs = (1 if sign == "+" else -1 for sign in parts[1::2])
    values = (term_value(term, ranks) for term in parts[2::2])
    return sum(sign * value for sign, value in zip(signs, values, strict=True))
