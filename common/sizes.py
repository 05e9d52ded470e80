# SPDX-License-Identifier: BSD-3-Clause
"""Message sizes on the command line, as `comops run` reads them."""

import re
from argparse import ArgumentTypeError

from common.catalogue import CATALOGUE

_SUFFIXES: dict[str, int] = {"": 1, **CATALOGUE["size_suffixes"]}


def size_parse(text: str) -> int:
    """Bytes of `8`, `1K` or `4m`."""
    found = re.fullmatch(rf"(\d+)([{''.join(_SUFFIXES)}]?)", text, flags=re.IGNORECASE | re.ASCII)
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
        while size <= last:
            sizes.add(size)
            size *= 2
    return sorted(sizes)
