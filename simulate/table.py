# SPDX-License-Identifier: BSD-3-Clause
"""Simulated times as text: a table for each pattern and machine, and the verdicts."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from analysis.verdicts import KINDS
from common.catalogue import CATALOGUE
from common.console import plain
from simulate.records import Record
from simulate.verdicts import between_machines, decision_of, verdict

DEFAULT = CATALOGUE["operations"][0], CATALOGUE["datatypes"][0]
COLUMNS_MOST = 6  # with more implementations, the fastest of each path

Row = tuple[int, ...]
Rows = dict[Row, list[Record]]


def _time(record: Record | None) -> str:
    if record is None:
        return "-"
    if not record["valid"]:
        return "wrong"
    return f"{record['time_us']:.4g}" if record["time_us"] < 1000 else f"{record['time_us']:.0f}"


def _pattern(record: Record) -> str:
    """The pattern, and its reduction if that is not the default."""
    reduction = record.get("op", DEFAULT[0]), record.get("datatype", DEFAULT[1])
    return record["pattern"] + (f" ({' of '.join(reduction)})" if reduction != DEFAULT else "")


def _groups(records: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    """By pattern and machine."""
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((_pattern(record), record["placement"]), []).append(record)
    return groups


def _head(records: Sequence[Record]) -> list[str]:
    """What a row is: ranks if there are several, the pattern's series if it has one, bytes."""
    ranks = ["ranks"] if len({record["ranks"] for record in records}) > 1 else []
    series = [record["series_of"] for record in records if "series_of" in record][:1]
    return [*ranks, *series, "bytes"]


def _rows(records: Sequence[Record], head: list[str]) -> Rows:
    rows: Rows = {}
    for record in records:
        values = {record.get("series_of"): record.get("series")} | record
        rows.setdefault(tuple(values[name] for name in head), []).append(record)
    return dict(sorted(rows.items()))


def _implementations(rows: Rows) -> Iterator[list[str]]:
    """A column for each implementation."""
    names = list(dict.fromkeys((one["path"], one["protocol"]) for row in rows.values()
                               for one in row))
    several = len({path for path, _ in names}) > 1
    yield [f"{path}/{protocol} us" if several else f"{protocol} us" for path, protocol in names]
    for row in rows.values():
        found = {(one["path"], one["protocol"]): one for one in row}
        yield [_time(found.get(name)) for name in names]


def _fastest(rows: Rows) -> Iterator[list[str]]:
    """A column for the fastest implementation of each path, then the faster path by how much."""
    paths = list(dict.fromkeys(one["path"] for row in rows.values() for one in row))
    yield [*(word for path in paths for word in (f"{path} us", "")), "faster"]
    for row in rows.values():
        valid = [one for one in row if one["valid"]]
        best = [min((one for one in valid if one["path"] == path), default=None,
                    key=lambda one: one["time_us"]) for path in paths]
        words = [word for one in best for word in (_time(one), one["protocol"] if one else "")]
        yield [*words, _faster(verdict("best", valid))]


def _faster(pair: tuple[Record, Record] | None) -> str:
    """The faster of two sides and by how much."""
    if not pair:
        return "-"
    a, b = pair
    ratio = b["time_us"] / a["time_us"]
    if decision_of(ratio) == "equivalent":
        return "equivalent"
    return f"{a['path']} {ratio:.2g}" if ratio > 1 else f"{b['path']} {1 / ratio:.2g}"


def _table(pattern: str, machine: str, records: list[Record]) -> Iterator[str]:
    head = _head(records)
    ranks = "" if "ranks" in head else f", {records[0]['ranks']} ranks"
    yield ""
    yield f"{pattern}{ranks} on {plain(machine)}, simulated"
    rows = _rows(records, head)
    many = len({(one["path"], one["protocol"]) for one in records}) > COLUMNS_MOST
    columns = _fastest if many and len({one["path"] for one in records}) > 1 else _implementations
    names, *values = columns(rows)
    for words in ([*head, *names], *([*map(str, row), *some] for row, some in zip(rows, values))):
        yield "".join(f"{word:>{max(14, len(name) + 2)}}"
                      for word, name in zip(words, [*head, *names])).rstrip()


def _pairs(records: Iterable[Record], name: str) -> list[tuple[Record, Record]]:
    """Both sides of a verdict, of each comparison."""
    rows: dict[tuple, list[Record]] = {}
    for one in records:
        if one["valid"]:
            place = tuple(one.get(key) for key in ("ranks", "bytes", "series"))
            rows.setdefault((_pattern(one), *place), []).append(one)
    return [pair for row in rows.values() if (pair := verdict(name, row))]


def _verdict(name: str, records: list[Record]) -> str:
    """How often which path is faster, and the median ratio."""
    pairs = _pairs(records, name)
    if not pairs:
        return ""
    ratio = [b["time_us"] / a["time_us"] for a, b in pairs]
    count = Counter(map(decision_of, ratio))
    others = "/".join(dict.fromkeys(b["path"] for _, b in pairs))
    return (f"{KINDS[name].title}: threads faster at {count['faster']}, {others} at "
            f"{count['slower']}, equivalent at {count['equivalent']} of {len(ratio)}; in the "
            f"median {others} takes {statistics.median(ratio):.2g} times as long as threads")


def _against(pairs: list[tuple[Record, Record]]) -> str:
    """How often the same implementations are slower than on the first machine, and the median."""
    ratio = [b["time_us"] / a["time_us"] for a, b in pairs]
    count = Counter(map(decision_of, ratio))  # of the first machine
    return (f"the same implementation against {plain(pairs[0][0]['placement'])}: slower at "
            f"{count['faster']}, faster at {count['slower']}, equivalent at "
            f"{count['equivalent']} of {len(ratio)}; in the median it takes "
            f"{statistics.median(ratio):.2g} times as long")


def _conclusion(records: list[Record]) -> Iterator[str]:
    between = between_machines(records)
    for machine in dict.fromkeys(record["placement"] for record in records):
        mine = [record for record in records if record["placement"] == machine]
        said = [text for name in KINDS if (text := _verdict(name, mine))]
        pairs = [pair for pair in between if pair[1]["placement"] == machine]
        said += [_against(pairs)] if pairs else []
        if said:
            yield ""
            yield plain(machine)
            yield from (f"  {text}" for text in said)


def tables(records: list[Record]) -> str:
    """All tables, then what they say together of each machine."""
    lines = [line for (pattern, machine), some in _groups(records).items()
             for line in _table(pattern, machine, some)]
    lines += [*_conclusion(records), "",
              "Times are simulated and have no interval: docs/simulation.md", ""]
    return "\n".join(lines[1:])
