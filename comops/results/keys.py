# SPDX-License-Identifier: BSD-3-Clause
"""The key of a cell, and of a line: all cells of an implementation and setting, over all sizes."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple, get_type_hints

from comops.results.check import check
from comops.results.types import (COUNT, TEXT, Json, Members, interval_of, number, object_of,
                                  reference, whole, words)

Interval = Annotated[tuple[float, float], interval_of(number("", minimum=0))]
OLD = "@old"  # ends the name of a path of the old build, of `comops run --against`
Implementation = tuple[str, str, str]  # pattern, path, protocol
MAY = "?"  # marks members that a key may lack


class CellKey(NamedTuple):
    """What identifies a cell; "" or 0 where a cell has no such member. Bytes of a line are 0."""

    pattern: Annotated[str, TEXT] = ""
    path: Annotated[str, TEXT] = ""
    protocol: Annotated[str, TEXT] = ""
    placement: Annotated[str, TEXT] = ""
    memory: Annotated[str, TEXT, "where the pages of the buffers lie"] = ""
    pages: Annotated[str, words("4k", "thp", "2m"), "where a page size was asked for", MAY] = ""
    skew: Annotated[str, TEXT | {"pattern": "^[0-9]+us$"},
                    "how late the last rank arrives: `100us`", MAY] = ""
    ranks: Annotated[int, whole(least=1)] = 0
    bytes: Annotated[int, whole("bytes"), "message size, as the pattern defines it"] = 0
    buffers: Annotated[str, words("reuse", "rewrite", "cold")] = ""
    consume: Annotated[str, words("no", "between", "timed"), "when receivers read their data: "
                       "never, after the end stamp, before it"] = ""
    mode: Annotated[str, words("isolated", "loop")] = ""
    method: Annotated[str, TEXT | {"pattern": "^[a-z]+$"}, "`batch` in simulations"] = ""
    series_of: Annotated[str, TEXT, "name of the pattern's parameter, if it has one: `partner`, "
                         "`volume`", MAY] = ""
    series: Annotated[int, COUNT, "its value", MAY] = 0
    op: Annotated[str, words("max", "sum"), "where the pattern reduces", MAY] = ""
    datatype: Annotated[str, words("double", "float", "int64", "int32"),
                        "where the pattern reduces", MAY] = ""

    def __getitem__(self, name: Any) -> Any:
        """Also by name, as in a record."""
        return getattr(self, name) if isinstance(name, str) else tuple.__getitem__(self, name)

    @property
    def implementation(self) -> tuple[str, str]:
        return self.path, self.protocol

    @property
    def record(self) -> dict[str, Any]:
        """As in a results file, without what the cell does not have."""
        return {name: value for name, value in self._asdict().items()
                if value != "" and (name != "series" or self.series_of)}


def key_members(without: Collection[str] = ()) -> Members:
    members: dict[str, tuple[Json, str]] = {}
    for name, hint in get_type_hints(CellKey, include_extras=True).items():
        what, *told = hint.__metadata__
        if name not in without:
            members[name + MAY * (told[-1:] == [MAY])] = what, told[0] if told else ""
    return members


CELL_KEY = CellKey._fields
KEY_TYPES = {name: type(value) for name, value in CellKey._field_defaults.items()}
TOGETHER = [("series_of", "series"), ("op", "datatype")]
KEY_MEMBERS = key_members()
LINE_MEMBERS = key_members(("bytes", "mode"))
GROUP_MEMBERS = key_members(("path", "protocol", "mode"))
SETTING_MEMBERS = key_members(("pattern", "path", "protocol", "bytes", "mode"))
KEY, LINE = (object_of(members, TOGETHER) for members in (KEY_MEMBERS, LINE_MEMBERS))


def implementation_of(key: Mapping[str, Any]) -> Implementation:
    """The implementation of a cell, the same for both builds."""
    return key["pattern"], key["path"].removesuffix(OLD), key["protocol"]


_known: dict[tuple[Any, ...], CellKey] = {}


def _read(what: Json, record: Any) -> CellKey:
    """Equal keys are the same object, and each is checked once."""
    names = what["properties"]
    try:
        values = tuple(map(record.get, names))
        known = _known.get(values)
    except (AttributeError, TypeError):  # no object, or a list where a word belongs
        known = None
    if known is None:
        check(what, record, "a key")
        known = CellKey(**{name: record[name] for name in names if name in record})
        _known[values] = known
    return known


def cell_key(record: Any) -> CellKey:
    """ValueError if the record has no key."""
    return _read(KEY, record)


def line_key(record: Any) -> CellKey:
    return _read(LINE, record)


ACell = Annotated[CellKey, reference("key", cell_key)]
ALine = Annotated[CellKey, reference("line", line_key)]
