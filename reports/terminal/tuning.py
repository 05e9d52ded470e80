# SPDX-License-Identifier: BSD-3-Clause
"""The parameters of `direct` on each placement: their values, what they gained, and when that was
found."""

from collections.abc import Iterator

from comops.common.terminal import plain
from comops.reports.words.formats import aligned, interval_text, number_text, size_text
from comops.reports.words.trust import REASONS
from comops.results.lines import Record
from comops.results.read import Campaign

NONE = "This file has no tuning: `direct` was not measured.\n"
SOURCES = {"fixed": "the default", "kept": "kept from an earlier campaign", "file": "of --tuning",
           "trial": "of this campaign's trials"}
HEAD = ("parameter", "value", "time with it / without [95 %]", "launches", "patterns")


def _values(record: Record) -> str:
    lines, both = record["lines"], record["both_copy_from"]
    long = f"both ranks copy from {size_text(both)} on" if both else "one rank copies longer ones"
    return (f"lines {lines}, both_copy_from {both}: messages of up to {lines} lines travel in "
            f"cache lines, and {long}")


def _trials(title: str, trials: list[Record]) -> Iterator[str]:
    rows = [(one["parameter"], str(one["step"]),
             interval_text(one["ratio"], one["ci95"]) if one["ratio"] else "unknown",
             str(one["launches"]), ", ".join(f"{pattern} {number_text(ratio, None)}"
                                             for pattern, ratio in one["patterns"].items()))
            for one in trials]
    yield f"  {title}"
    yield from (f"    {line}" for line in aligned([HEAD, *rows], {0, 4}))


def _placement(record: Record) -> Iterator[str]:
    found = f", found {record['found']}" if "found" in record else ""
    yield f"{record['placement']}: {SOURCES.get(record['source'], record['source'])}{found}"
    yield f"  {_values(record)}"
    if "dropped" in record:
        yield f"  instead of what was kept and gains nothing now: {_values(record['dropped'])}"
    if "trials" in record:
        yield from _trials("trials", record["trials"])
    if "check" in record:
        yield from _trials("check in this campaign", record["check"])
    if record.get("refuted"):
        yield f"  {REASONS['tuning'].format_map(record)}: {', '.join(record['refuted'])}"


def tuning_text(campaign: Campaign) -> str:
    lines = [line for record in campaign.facts.get("tuning", ()) for line in _placement(record)]
    return "".join(f"{plain(line)}\n" for line in lines) or NONE
