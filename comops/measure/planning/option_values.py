# SPDX-License-Identifier: BSD-3-Clause
"""From the text of an option to its value, as types of argparse; a refusal says what would do."""

import re
from argparse import ArgumentTypeError
from typing import NamedTuple

from comops.common.console import choice_of
from comops.common.sizes import MOST, RANKS_MOST, number_of, number_parser, size_of, words_of
from comops.results.methods import Method, methods

LAUNCHES_LEAST, LAUNCHES_MOST = 6, 200  # fewer than six values have no 95 % interval
SKEW_MOST = 1_000_000  # microseconds
SEED_MOST = 2**63 - 1  # as JSON has it in the record: a signed number
_NUMBER = re.compile(r"\+?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", flags=re.ASCII | re.IGNORECASE)

skew = number_parser("a number of microseconds", 1, SKEW_MOST)


def names(text: str) -> list[str]:
    words = words_of(text)
    if not words:
        raise ArgumentTypeError("the list is empty")
    return words


def some_text(text: str) -> str:
    if not text:
        raise ArgumentTypeError("the value is empty")
    return text


def numbers_listed(text: str, what: str, most: int) -> list[int]:
    """`what` is counted: ranks, steps."""
    numbers = [number_of(word, 1, most) for word in words_of(text)]
    if not numbers or None in numbers:
        raise ArgumentTypeError(f"`{text}` is not a list of numbers of {what}, each from 1 to "
                                f"{most}")
    return list(dict.fromkeys(numbers))


def ranks_listed(text: str) -> list[int]:
    return numbers_listed(text, "ranks", RANKS_MOST)


def perturbation(text: str) -> int:
    """Bytes."""
    size = size_of(text)
    if size is None or size > MOST:
        raise ArgumentTypeError(f"`{text}` is not a number of bytes below 2G")
    return size


class AskedCell(NamedTuple):
    """`series`: 0 stands for all; `implementations`: each PATH/PROTOCOL; none: all."""

    pattern: str
    series: int
    bytes: int
    ranks: int
    implementations: tuple[str, ...]

    def is_in(self, pattern: str, ranks: int, series: int) -> bool:
        """Whether it is a cell of this table."""
        return (self.pattern, self.ranks) == (pattern, ranks) and self.series in (0, series)


def cells(text: str) -> list[AskedCell]:
    """PATTERN/SERIES:BYTES:RANKS:PATH/PROTOCOL+PATH/PROTOCOL,..."""
    asked = []
    for word in names(text):
        pattern, size, ranks, offers = (word.split(":", 3) + [""] * 3)[:4]
        pattern, _, parameter = pattern.partition("/")
        bytes_, number = size_of(size), number_of(ranks, 1, RANKS_MOST)
        series = number_of(parameter or "0", 0, MOST)
        if bytes_ is None or bytes_ > MOST or number is None or series is None:
            raise ArgumentTypeError(f"`{word}` is no cell; write PATTERN:BYTES:RANKS, such as "
                                    "reduce:8:4, or reduce:8:4:mpi/library+threads/direct")
        asked.append(AskedCell(pattern, series, bytes_, number,
                               tuple(filter(None, offers.split("+")))))
    return asked


malloc, off = choice_of(("default", "keep")), choice_of(("off",))


def method(text: str) -> Method:
    return methods()[choice_of(methods(), "method ")(text)]


def precision(text: str) -> float:
    """A fraction of a percentage."""
    fraction = float(text) / 100 if _NUMBER.fullmatch(text) else 0.0
    if not 0 < fraction <= 1:
        raise ArgumentTypeError(f"`{text}` is not a percentage above 0, at most 100")
    return fraction


def seed(text: str) -> int:
    """Decimal, or as C writes hexadecimal and octal numbers."""
    if re.fullmatch(r"0x[\da-f]+|0[0-7]*", text, flags=re.ASCII | re.IGNORECASE):
        number = int(text, 16 if text[1:2] in ("x", "X") else 8)
    else:
        number = None if text.startswith("0") else number_of(text, 1, SEED_MOST)
    if number is None or number > SEED_MOST:
        raise ArgumentTypeError(f"`{text}` is not a seed: a whole number from 0 to {SEED_MOST}")
    return number


def launches(text: str) -> int:
    number = number_of(text, 1, LAUNCHES_MOST)
    if number is None or 1 < number < LAUNCHES_LEAST:
        raise ArgumentTypeError(f"`{text}` is not 1 or {LAUNCHES_LEAST} to {LAUNCHES_MOST}: fewer "
                                f"than {LAUNCHES_LEAST} give no interval")
    return number
