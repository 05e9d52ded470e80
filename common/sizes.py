# SPDX-License-Identifier: BSD-3-Clause
"""Sizes and counts on the command line, as `comops run` reads them."""

import re
from argparse import ArgumentTypeError

from common.catalogue import CATALOGUE

MOST = 2**31 - 1  # bytes of a message, and of any count
_SUFFIXES: dict[str, int] = {"": 1, **CATALOGUE["size_suffixes"]}


def size_parse(text: str) -> int:
    """Bytes of `8`, `1K`, `4m` or `4MiB`, at most MOST + 1."""
    form = rf"0*(\d+)(?:([{''.join(_SUFFIXES)}])(?:iB)?)?"
    found = re.fullmatch(form, text, flags=re.IGNORECASE | re.ASCII)
    if not found:
        raise ArgumentTypeError(f"`{text}` is not a size like 8, 1K or 4M, or 4MiB")
    number = int(found[1][:18]) * _SUFFIXES[(found[2] or "").upper()]
    return min(number, MOST + 1)


def sizes_parse(text: str) -> list[int]:
    """The sizes of a list like `8,1K,4M`, in order; `8:4M` doubles from 8."""
    sizes = set()
    for word in filter(None, text.split(",")):
        low, colon, high = word.partition(":")
        size, last = size_parse(low), size_parse(high if colon else low)
        if size > MOST or last > MOST:
            raise ArgumentTypeError(f"`{word}` is too large: a size is at most {MOST} bytes")
        if size > last:
            raise ArgumentTypeError(f"`{word}` is an empty range: its end is below its start")
        if not size:
            raise ArgumentTypeError(f"`{word}` is too small: a size is at least 1 byte")
        while size <= last:
            sizes.add(size)
            size *= 2
    if not sizes:
        raise ArgumentTypeError("the list is empty")
    return sorted(sizes)


def count_parse(text: str) -> int:
    """A whole number above 0."""
    if not re.fullmatch(r"\d{1,10}", text, flags=re.ASCII) or not 0 < int(text) <= MOST:
        raise ArgumentTypeError(f"`{text}` is not a whole number above 0")
    return int(text)
