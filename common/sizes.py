# SPDX-License-Identifier: BSD-3-Clause
"""Message sizes as `comops run` reads and prints them."""

import re

from common.catalogue import CATALOGUE

_SUFFIXES: dict[str, int] = {"": 1, **CATALOGUE["size_suffixes"]}


def size_parse(text: str) -> int:
    """Bytes of `8`, `1K` or `4m`; ValueError if it is no size."""
    found = re.fullmatch(rf"(\d+)([{''.join(_SUFFIXES)}]?)", text, flags=re.IGNORECASE | re.ASCII)
    if not found:
        raise ValueError(f"`{text}` is not a size like 8, 1K or 4M")
    return int(found[1]) * _SUFFIXES[found[2].upper()]


def sizes_parse(text: str) -> list[int]:
    """Sizes separated by commas; MIN:MAX doubles from MIN. ValueError if one is none."""
    sizes: list[int] = []
    for word in text.split(","):
        low, _, high = word.partition(":")
        size, last = size_parse(low), size_parse(high or low)
        if not 0 < size <= last:
            raise ValueError(f"`{word}` is not a size or a range")
        while size <= last:
            sizes.append(size)
            size *= 2
    return sizes
