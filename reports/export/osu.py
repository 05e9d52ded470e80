# SPDX-License-Identifier: BSD-3-Clause
"""Results files in the columns of the OSU Micro-Benchmarks 7, for their parsers.

OMB 7 prints `%-10d%18.2f`, and 17 characters for a barrier, which has no size. ReFrame reads the
rows alone, but HPCBench and Ramble know a table by OMB's heading to the letter, "Avg Latency(us)".
So the heading stays, and the title says what the value is. Lines that begin with # are comments:
the title of a block, which names COMOPS, and the intervals of its percentiles.
Values have three significant digits instead of two decimals: times between cores are often below
0.1 us.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from comops.common.terminal import plain
from comops.reports.words.formats import decimals, interval_text
from comops.reports.words.settings import labelled, parameter_text
from comops.results.cell import CellRecord
from comops.results.cell_parts import SHARES
from comops.results.keys import CellKey
from comops.results.read import Campaign

SIZE_WIDTH, VALUE_WIDTH, BARRIER_WIDTH, TAIL_WIDTH = 10, 18, 17, 20
LEAST_DECIMALS = 2
MESSAGE_RATE = "message_rate"  # as osu_mbw_mr: two rates
BANDWIDTHS = ("bandwidth", "bidirectional", MESSAGE_RATE)  # the patterns whose value is a rate
NAMES = {"max": "longest of a launch"}
TWO_RANKS = ("pingpong", "distant", "get", "put", "put_acknowledged", "swap", "sendrecv")


def block_of(cell: CellRecord) -> CellKey:
    """What the rows of a block share: the key without size and mode."""
    return cell.key._replace(bytes=0, mode="")


def title(key: CellKey, version: str) -> str:
    words = [f"{key.pattern} over {key.path}/{key.protocol}", labelled(key, consume="no"),
             parameter_text(key)]
    return plain(f"# {f'COMOPS {version}'.strip()} {', '.join(filter(None, words))}")


def value_text(value: float, width: int) -> str:
    return f"{value:>{width}.{max(decimals(value), LEAST_DECIMALS)}f}"


class OsuColumn(NamedTuple):
    """`value` of a cell, None where there is none."""

    head: str
    width: int
    value: Callable[[CellRecord], float | None]


def columns_of(pattern: str, shares: Sequence[str], tails: bool) -> list[OsuColumn]:
    """As OMB prints them for that pattern; with `tails` also these percentiles and the maximum."""
    if pattern in BANDWIDTHS:
        head = "MB/s" if pattern == MESSAGE_RATE else "Bandwidth (MB/s)"
        heads = [OsuColumn(head, VALUE_WIDTH, lambda cell: cell.rate_MBps),
                 OsuColumn("Messages/s", VALUE_WIDTH, lambda cell: cell.messages_per_s)]
        return heads if pattern == MESSAGE_RATE else heads[:1]
    head = "Latency (us)" if pattern in TWO_RANKS else "Avg Latency(us)"
    heads = [OsuColumn(head, VALUE_WIDTH, lambda cell: cell.time_us)]
    if tails:
        heads += [OsuColumn(f"{share.upper()} Tail Lat(us)", TAIL_WIDTH,
                            lambda cell, share=share: cell.percentiles.shares[share].us)
                  for share in shares]
        heads.append(OsuColumn("Max Latency(us)", TAIL_WIDTH, lambda cell: cell.percentiles.max_us))
    return heads


def interval_lines(rows: Iterable[CellRecord]) -> Iterator[str]:
    """Comments with what OMB has no columns for: all percentiles that a row has, with intervals."""
    for cell in rows:
        known = [f"{NAMES.get(name, name.upper())} {interval_text(percentile.us, percentile.ci95)}"
                 for name, percentile in cell.percentiles.all.items() if percentile.ci95]
        if known:
            yield f"# {cell.key.bytes}, us [95 %]: {', '.join(known)}"


def block(cells: Iterable[CellRecord], version: str) -> str:
    """One implementation and setting: a title, a header, a line for each size."""
    rows = sorted(cells, key=lambda cell: cell.key.bytes)
    key = rows[0].key
    tails = key.pattern not in BANDWIDTHS and all(cell.percentiles for cell in rows)
    # The percentiles that all rows have.
    shares = [share for share in SHARES
              if tails and all(row.percentiles.shares[share].ci95 for row in rows)]
    lacking = [share for share in SHARES if tails and share not in shares]
    note = f", too few runs for {' and '.join(lacking)}" if lacking else ""
    note += ", simulated" if rows[0].simulated else ""
    if key.pattern not in BANDWIDTHS:
        what = "the median of launches" if any(len(cell.launch_us) > 1 for cell in rows) else (
            "one launch's time")
        note = f", Latency is {what} by this method and not OSU's mean{note}"
    first, *_ = columns = columns_of(key.pattern, shares, tails)
    if all(cell.key.bytes == 0 for cell in rows):
        lines = [f"# {first.head}", *(value_text(cell.time_us, BARRIER_WIDTH) for cell in rows)]
    else:
        lines = [f"{'# Size':<{SIZE_WIDTH}}"
                 + "".join(f"{column.head:>{column.width}}" for column in columns)]
        for cell in (row for row in rows if first.value(row) is not None):
            texts = (value_text(value, column.width) for column in columns
                     if (value := column.value(cell)) is not None)
            lines.append(f"{cell.key.bytes:<{SIZE_WIDTH}d}{''.join(texts)}")
    if tails:
        lines += interval_lines(rows)
    return "\n".join([title(key, version) + note, *lines]) + "\n"


def osu_text(campaigns: Sequence[Campaign]) -> str:
    """All valid cells in blocks, one for each implementation and setting."""
    return "\n".join(
        block(cells, campaign.record.version) for campaign in campaigns for _, cells in groupby(
            sorted((cell for cell in campaign.cells.values() if cell.valid), key=block_of),
            block_of))
