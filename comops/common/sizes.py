# SPDX-License-Identifier: BSD-3-Clause
"""Sizes, counts and lists as people write them on the command line, and sizes for sentences."""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable

MOST = 2**31 - 1  # bytes of a message, and of any count
RANKS_MOST = 4096
SIZE_FORMS = "write 8, 1K, 4M, 8MiB, 800000 or a range 8:4M: at least 1 byte, and below 2G"
UNITS = {"T": 2**40, "G": 2**30, "M": 2**20, "K": 2**10}
_SIZE = re.compile(r"0*(\d+)(?:([KMGT])(?:iB)?)?", flags=re.IGNORECASE | re.ASCII)


def size_of(text: str) -> int | None:
    """Bytes of `8`, `1K`, `4m` or `4MiB`, at most MOST + 1; None if it is no size."""
    match = _SIZE.fullmatch(text)
    if not match:
        return None
    unit = UNITS[match[2].upper()] if match[2] else 1
    return min(int(match[1][:18]) * unit, MOST + 1)


def size_unit(size: int) -> tuple[int, str]:
    """The largest unit that divides so many bytes, and its suffix."""
    return next(((unit, suffix) for suffix, unit in UNITS.items() if size and size % unit == 0),
                (1, ""))


def size_text(size: int) -> str:
    """The exact inverse of size_of: 8, 1K, 800000, 4M."""
    unit, suffix = size_unit(size)
    return f"{size // unit}{suffix}"


def bytes_text(size: int) -> str:
    """The size of a cache or memory to one decimal: 4.7 GiB, but 32 MiB and 126 GiB."""
    units = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")
    power = min((max(size, 1).bit_length() - 1) // 10, len(units) - 1)
    value = size / 1024**power
    digits = 0 if value >= 99.95 or round(value * 10) % 10 == 0 else 1
    return f"{value:.{digits}f} {units[power]}"


def _size(text: str) -> int:
    size = size_of(text)
    if size is None:
        raise ArgumentTypeError(f"`{text}` is not a size; {SIZE_FORMS}")
    if size > MOST:
        raise ArgumentTypeError(f"`{text}` is too large; {SIZE_FORMS}")
    return size


def sizes_listed(text: str) -> list[int]:
    """The sizes of a list like `8,1K,4M`, as written; `8:4M` doubles from 8. 0 is for patterns with
    empty messages."""
    sizes = []
    for word in words_of(text):
        low, colon, high = word.partition(":")
        size = _size(low)
        last = _size(high) if colon else size
        if colon and size == 0:
            raise ArgumentTypeError(f"`{word}`: a range doubles, so it cannot begin at 0; "
                                    f"{SIZE_FORMS}")
        if last < size:
            raise ArgumentTypeError(f"`{word}` is an empty range: its end is below its start; "
                                    f"{SIZE_FORMS}")
        sizes.append(size)
        while 0 < 2 * sizes[-1] <= last:
            sizes.append(2 * sizes[-1])
    if not sizes:
        raise ArgumentTypeError(f"the list is empty; {SIZE_FORMS}")
    return sizes


def sizes_parse(text: str) -> list[int]:
    """Each size once, in ascending order, none of 0 bytes."""
    sizes = sorted(set(sizes_listed(text)))
    if not sizes[0]:
        raise ArgumentTypeError(f"a size of 0 bytes is too small; {SIZE_FORMS}")
    return sizes


def number_of(text: str, least: int, most: int) -> int | None:
    """A whole number in decimal digits; None if it is none in this range."""
    if not re.fullmatch(r"0*\d{1,19}", text, flags=re.ASCII):
        return None
    return int(text[-19:]) if least <= int(text[-19:]) <= most else None


def number_parser(what: str, least: int, most: int) -> Callable[[str], int]:
    """A type of argparse for whole numbers in this range; `what`: a number of ranks."""

    def parse(text: str) -> int:
        number = number_of(text, least, most)
        if number is None:
            raise ArgumentTypeError(f"`{text}` is not {what} from {least} to {most}")
        return number

    return parse


ranks_parse = number_parser("a number of ranks", 1, RANKS_MOST)


def count_parse(text: str) -> int:
    """A whole number above 0."""
    count = number_of(text, 1, MOST)
    if count is None:
        raise ArgumentTypeError(f"`{text}` is not a whole number above 0")
    return count


def words_of(text: str) -> list[str]:
    """The words of a list, each once, separated by the commas that are outside parentheses."""
    words, depth = [""], 0
    for character in text:
        depth = max(0, depth + {"(": 1, ")": -1}.get(character, 0))
        if character == "," and not depth:
            words.append("")
        else:
            words[-1] += character
    return list(dict.fromkeys(filter(None, words)))
