# SPDX-License-Identifier: BSD-3-Clause
"""The key of a cell, and of a line: all cells of an implementation and setting, over all sizes."""

from collections import namedtuple
from collections.abc import Mapping
from typing import Any

from records.cell_schema import CELL_KEY, KEY, LINE
from records.check import check
from records.types import Json

Interval = tuple[float, float]
OLD = "@old"  # ends the name of a path of the old build, of `comops run --against`
Implementation = tuple[str, str, str]  # pattern, path, protocol


def implementation_of(key: Mapping[str, Any]) -> Implementation:
    """The implementation of a cell, the same for both builds."""
    return key["pattern"], key["path"].removesuffix(OLD), key["protocol"]


KEY_TYPES: dict[str, type] = {
    name: int if one.get("type") == "integer" else str for name, one in KEY["properties"].items()}


class CellKey(namedtuple("CellKey", CELL_KEY, defaults=[kind() for kind in KEY_TYPES.values()])):
    """What identifies a cell; "" or 0 where a cell has no such member. Bytes of a line are 0."""

    __slots__ = ()

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "CellKey":
        """The key within a record that was checked."""
        return cls(**{name: record[name] for name in CELL_KEY if name in record})

    def __getitem__(self, name: Any) -> Any:
        """Also by name, as in a record."""
        return getattr(self, name) if isinstance(name, str) else super().__getitem__(name)

    @property
    def implementation(self) -> tuple[str, str]:
        return self.path, self.protocol

    @property
    def record(self) -> dict[str, Any]:
        """As in a results file, without what the cell does not have."""
        return {name: value for name, value in self._asdict().items()
                if value != "" and (name != "series" or self.series_of)}


class Keys:
    """Reads keys: equal ones are the same object, and each is checked once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], CellKey] = {}

    def cell(self, record: Any) -> CellKey:
        """ValueError if the record has no key."""
        return self._read(KEY, record)

    def line(self, record: Any) -> CellKey:
        return self._read(LINE, record)

    def _read(self, what: Json, record: Any) -> CellKey:
        names = what["properties"]
        try:
            values = tuple(map(record.get, names))
            known = self._known.get(values)
        except (AttributeError, TypeError):  # no object, or a list where a word belongs
            known = None
        if known is None:
            check(what, record, "a key")
            known = CellKey(**{name: record[name] for name in names if name in record})
            self._known[values] = known
        return known
