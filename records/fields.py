# SPDX-License-Identifier: BSD-3-Clause
"""A record's members as plain values, and the key of a cell; ValueError says what is wrong."""

from typing import Any, NamedTuple

from common.catalogue import PATTERNS

# Of a number other than 0: its inverse and the product of three are finite.
LEAST, MOST = 1e-100, 1e100

Interval = tuple[float, float]


class CellKey(NamedTuple):
    """What identifies a cell.

    `series_of` says what `series` is, a partner or a volume; "" and 0 in patterns without series.
    `op` and `datatype` are those of a reduction; "" in other patterns.
    """

    pattern: str
    path: str
    protocol: str
    placement: str
    ranks: int
    bytes: int
    buffers: str
    mode: str
    method: str
    series_of: str = ""
    series: int = 0
    memory: str = ""
    op: str = ""
    datatype: str = ""
    consume: str = "no"  # what older files measured
    pages: str = ""  # the size of pages; "" is the system's setting
    skew: str = ""  # how late the last rank arrives

    @property
    def implementation(self) -> tuple[str, str]:
        return self.path, self.protocol


def text(record: dict[str, Any], name: str) -> str:
    """A string; ValueError otherwise."""
    value = record.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} is not a string")
    return value


def count(record: dict[str, Any], name: str) -> int:
    """A whole number from 0 to 2^63 - 1; ValueError otherwise."""
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise ValueError(f"{name} is not a whole number")
    return value


def number(record: dict[str, Any], name: str) -> float:
    """0 or a number from LEAST to MOST; ValueError otherwise."""
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} is not a number")
    if not (value == 0 or LEAST <= value <= MOST):
        raise ValueError(f"{name} is out of range")
    return float(value)


def ends(record: dict[str, Any], name: str) -> list[Any] | None:
    """The ends of an interval, None if it is null or absent; ValueError otherwise."""
    value = record.get(name)
    if value is not None and not (isinstance(value, list) and len(value) == 2):
        raise ValueError(f"{name} is not [low, high]")
    return value


def interval(record: dict[str, Any], name: str) -> Interval | None:
    """[low, high], or None if it is null or absent; ValueError otherwise."""
    named = dict(zip(("low", "high"), ends(record, name) or (), strict=False))
    return (number(named, "low"), number(named, "high")) if named else None


def members(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The items of a list, each in a record; none if there is no list."""
    value = record.get(name)
    if value is not None and not isinstance(value, list):
        raise ValueError(f"{name} is not a list")
    return [{name: item} for item in value or ()]


def counts(record: dict[str, Any], name: str) -> tuple[int, ...]:
    """A list of whole numbers; empty if there is none."""
    return tuple(count(item, name) for item in members(record, name))


def numbers(record: dict[str, Any], name: str) -> tuple[float | None, ...]:
    """A list of numbers, None if one is null; empty if there is no list."""
    items = members(record, name)
    return tuple(None if item[name] is None else number(item, name) for item in items)


def texts(record: dict[str, Any], name: str) -> tuple[str, ...]:
    """A list of strings; empty if there is none."""
    return tuple(text(item, name) for item in members(record, name))


def events(record: dict[str, Any]) -> dict[str, tuple[float | None, ...]]:
    """The counts of each hardware event by rank, None if unknown; empty without counters."""
    counters = record.get("counters")
    found = counters.get("events") if isinstance(counters, dict) else None
    if counters is None:
        return {}
    if not isinstance(found, dict) or not all(
        isinstance(values, list)
        and all(one is None or (type(one) in (int, float) and abs(one) <= MOST) for one in values)
        for values in found.values()
    ):
        raise ValueError("counters have no events with a list of numbers each")
    return {event: tuple(values) for event, values in found.items()}


def places(record: dict[str, Any], name: str) -> tuple[int, ...]:
    """One whole number per rank, -1 if unknown or several; empty if there is no list."""
    value = record.get(name)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(
        item in (None, "mixed") or type(item) is int for item in value
    ):
        raise ValueError(f"{name} is not a list of whole numbers")
    return tuple(item if type(item) is int else -1 for item in value)


def key_of(record: dict[str, Any]) -> CellKey:
    """The key of a cell; ValueError if a part other than series or memory is missing."""
    pattern = text(record, "pattern")
    series_of = text(record, "series_of") if record.get("series_of") is not None else ""
    reduces = PATTERNS.get(pattern, {}).get("reduces", False)  # older files have maxima of doubles
    return CellKey(
        pattern=pattern,
        path=text(record, "path"),
        protocol=text(record, "protocol"),
        placement=text(record, "placement"),
        ranks=count(record, "ranks"),
        bytes=count(record, "bytes"),
        buffers=text(record, "buffers"),
        mode=text(record, "mode"),
        method=text(record, "method"),
        series_of=series_of,
        series=count(record, "series") if series_of else 0,
        memory=text(record, "memory") if record.get("memory") is not None else "",
        op=text({"op": "max"} | record, "op") if reduces else "",
        datatype=text({"datatype": "double"} | record, "datatype") if reduces else "",
        consume=text({"consume": "no"} | record, "consume"),
        pages=text(record, "pages") if record.get("pages") is not None else "",
        skew=text(record, "skew") if record.get("skew") is not None else "",
    )
