# SPDX-License-Identifier: BSD-3-Clause
"""Results files in the columns of the OSU Micro-Benchmarks 7, for their parsers.

OMB 7 prints `%-10d%18.2f`, and 17 characters for a barrier, which has no size. Lines that begin
with # are comments: the title of a block, which names COMOPS, and the intervals of its percentiles.
Values have three significant digits instead of two decimals: times between cores are often below
0.1 us.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from common.terminal import plain
from records.cell_parts import SHARES
from records.keys import CellKey
from records.read import Campaign, Cell
from reports.words.formats import decimals, interval_text
from reports.words.settings import labelled, parameter_text

SIZE_WIDTH, VALUE_WIDTH, BARRIER_WIDTH, TAIL_WIDTH = 10, 18, 17, 20
LEAST_DECIMALS = 2
MESSAGE_RATE = "message_rate"  # as osu_mbw_mr: two rates
BANDWIDTHS = ("bandwidth", "bidirectional", MESSAGE_RATE)  # the patterns whose value is a rate
NAMES = {"max": "longest of a launch"}
TWO_RANKS = ("pingpong", "distant", "get", "put", "put_acknowledged", "swap", "sendrecv")


def block_of(key: CellKey) -> tuple:
    """What the rows of a block share: the key without size and mode."""
    return key._replace(bytes=0, mode="")


def label(pattern: str) -> str:
    """The header of the values, as OMB prints it for that pattern."""
    if pattern == MESSAGE_RATE:
        return "MB/s"
    if pattern in BANDWIDTHS:
        return "Bandwidth (MB/s)"
    return "Latency (us)" if pattern in TWO_RANKS else "Avg Latency(us)"


def title(key: CellKey, version: str) -> str:
    words = [f"{key.pattern} over {key.path}/{key.protocol}", labelled(key, consume="no"),
             parameter_text(key)]
    return plain(f"# {f'COMOPS {version}'.strip()} {', '.join(filter(None, words))}")


def value_text(value: float, width: int) -> str:
    return f"{value:>{width}.{max(decimals(value), LEAST_DECIMALS)}f}"


def tail_shares(rows: Sequence[Cell]) -> list[str]:
    """The percentiles that all rows have."""
    return [share for share in SHARES
            if all(one.percentiles.shares[share].ci95 for one in rows)]


def tail_texts(cell: Cell, shares: Sequence[str]) -> list[str]:
    """The percentiles of these shares, and the maximum."""
    percentiles = cell.percentiles
    times = [*(percentiles.shares[share].us for share in shares), percentiles.max_us]
    return [value_text(time, TAIL_WIDTH) for time in times]


def tail_heading(shares: Sequence[str]) -> str:
    names = [*(f"{share.upper()} Tail Lat(us)" for share in shares), "Max Latency(us)"]
    return "".join(f"{name:>{TAIL_WIDTH}}" for name in names)


def tail_note(shares: Sequence[str]) -> str:
    """Which percentiles have no column, because some row has too few runs for them."""
    lacking = [share for share in SHARES if share not in shares]
    return f", too few runs for {' and '.join(lacking)}" if lacking else ""


def interval_lines(rows: Iterable[Cell]) -> Iterator[str]:
    """Comments with what OMB has no columns for: all percentiles that a row has, with intervals."""
    for cell in rows:
        known = [f"{NAMES.get(name, name.upper())} {interval_text(one.us, one.ci95)}"
                 for name, one in cell.percentiles.all.items() if one.ci95]
        if known:
            yield f"# {cell.key.bytes}, us [95 %]: {', '.join(known)}"


def block(cells: Iterable[Cell], version: str) -> str:
    """One implementation and setting: a title, a header, a line for each size."""
    rows = sorted(cells, key=lambda cell: cell.key.bytes)
    key = rows[0].key
    rates = key.pattern in BANDWIDTHS
    tails = not rates and all(cell.percentiles for cell in rows)
    shares = tail_shares(rows) if tails else []
    heading = label(key.pattern)
    if all(cell.key.bytes == 0 for cell in rows):
        lines = ["# " + heading, *(value_text(cell.time_us, BARRIER_WIDTH) for cell in rows)]
    else:
        more = tail_heading(shares) if tails else ""
        more = f"{'Messages/s':>{VALUE_WIDTH}}" if key.pattern == MESSAGE_RATE else more
        lines = [f"{'# Size':<{SIZE_WIDTH}}{heading:>{VALUE_WIDTH}}{more}"]
        for cell in rows:
            value = cell.rate_MBps if rates else cell.time_us
            if value is not None:
                texts = [value_text(value, VALUE_WIDTH)]
                texts += tail_texts(cell, shares) if tails else ()
                if key.pattern == MESSAGE_RATE and cell.messages_per_s is not None:
                    texts.append(value_text(cell.messages_per_s, VALUE_WIDTH))
                lines.append(f"{cell.key.bytes:<{SIZE_WIDTH}d}{''.join(texts)}")
    if tails:
        lines += interval_lines(rows)
    note = tail_note(shares) if tails else ""
    return "\n".join([title(key, version) + note, *lines]) + "\n"


def osu_text(campaigns: Sequence[Campaign]) -> str:
    """All valid cells in blocks, one for each implementation and setting."""
    blocks = []
    for campaign in campaigns:
        valid = [cell for cell in campaign.cells.values() if cell.valid]
        order = sorted(valid, key=lambda cell: block_of(cell.key))
        version = str(campaign.facts["version"])
        blocks += [
            block(cells, version) for _, cells in groupby(order, lambda cell: block_of(cell.key))
        ]
    return "\n".join(blocks)
