# SPDX-License-Identifier: BSD-3-Clause
"""A machine's description as comops-coherence reads it: a line for each value or list of values,
with its place (simulate/coherence/members.h)."""

import json
from collections.abc import Iterator
from typing import Any


def lines_of(value: Any, place: str = "") -> Iterator[str]:
    """Names of members that are no words are left out: no member that counts has such a name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.isidentifier():
                yield from lines_of(inner, f"{place}.{name}" if place else name)
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        yield f"{place} #{len(value)}"
        for index, inner in enumerate(value):
            yield from lines_of(inner, f"{place}.{index}")
    else:
        values = value if isinstance(value, list) else [value]
        yield " ".join([place, *(json.dumps(one, ensure_ascii=False) for one in values)])


def description_text(description: dict[str, Any]) -> str:
    return "".join(f"{line}\n" for line in lines_of(description))
