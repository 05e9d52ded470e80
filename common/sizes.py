# SPDX-License-Identifier: BSD-3-Clause
"""Sizes and counts on the command line, as `comops run` reads them."""

import re
from argparse import ArgumentTypeError

from common.catalogue import CATALOGUE

MOST = 2**31 - 1  # bytes of a message, and of any count
_SUFFIXES: dict[str, int] = {"": 1, **CATALOGUE["size_suffixes"]}


def size_parse(text: str) -> int:
    """Bytes of `8`, `1K` or `4m`."""
    form = rf"(\d{{1,18}})([{''.join(_SUFFIXES)}]?)"
    found = re.fullmatch(form, text, flags=re.IGNORECASE | re.ASCII)
    if not found:
        raise ArgumentTypeError(f"`{text}` is not a size like 8, 1K or 4M")
    return int(found[1]) * _SUFFIXES[found[2].upper()]


def sizes_parse(text: str) -> list[int]:
    """The sizes of a list like `8,1K,4M`, in order; `8:4M` doubles from 8."""
    sizes = set()
    for word in text.split(","):
        low, _, high = word.partition(":")
        size, last = size_parse(low), size_parse(high or low)
        if not 0 < size <= last:
            raise ArgumentTypeError(f"`{word}` is not a size or a range")
        if last > MOST:
            raise ArgumentTypeError(f"`{word}` is more than {MOST} bytes")
        while size <= last:
            sizes.add(size)
            size *= 2
    return sorted(sizes)


def count_parse(text: str) -> int:
    """A whole number above 0."""
    if not re.fullmatch(r"\d{1,10}", text, flags=re.ASCII) or not 0 < int(text) <= MOST:
        raise ArgumentTypeError(f"`{text}` is not a whole number above 0")
    return int(text)
