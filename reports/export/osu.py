# SPDX-License-Identifier: BSD-3-Clause
"""Results files as text in the columns of the OSU Micro-Benchmarks 7, for parsers of these.

The columns are those that OMB 7 prints (`%-10d%18.2f`; 17 characters for a barrier, which has no
size): lines that begin with # are comments, the others a size and a value. The head
of a block says that it is COMOPS's. Where OMB prints two decimals, here are as many as three
significant digits take: times between cores are often below 0.1 us.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from words.escape import plain
from words.formats import decimals
from read.results import Campaign, Cell, CellKey
from words.settings import parameter_text

SIZE_WIDTH, VALUE_WIDTH, BARRIER_WIDTH = 10, 18, 17
LEAST_DECIMALS = 2
BANDWIDTHS = ("bandwidth", "bidirectional")  # the patterns whose value is a rate
TWO_RANKS = ("pingpong", "distant", "get", "put", "put_acknowledged", "swap", "sendrecv")


def block_of(key: CellKey) -> tuple:
    """What the rows of one block share: all of the key but size and mode."""
    return key._replace(bytes=0, mode="")


def label(pattern: str) -> str:
    """The heading of the values, as OMB's program for that pattern prints it."""
    if pattern in BANDWIDTHS:
        return "Bandwidth (MB/s)"
    return "Latency (us)" if pattern in TWO_RANKS else "Avg Latency(us)"


def title(key: CellKey, version: str) -> str:
    """The first line of a block."""
    words = [f"{key.ranks} ranks", key.placement, f"{key.buffers} buffers"]
    words += [f"{key.memory} memory"] if key.memory else []
    words += filter(None, [parameter_text(key)])
    name = f"{key.pattern} over {key.path}/{key.protocol}"
    program = " ".join(filter(None, ("COMOPS", version)))
    return plain(f"# {program} {name}, {', '.join(words)}, method {key.method}")


def value_text(value: float, width: int) -> str:
    """A value in its column."""
    return f"{value:>{width}.{max(decimals(value), LEAST_DECIMALS)}f}"


def block(cells: Iterable[Cell], version: str) -> str:
    """One implementation in one setting: a title, a heading, a line a size."""
    rows = sorted(cells, key=lambda cell: cell.key.bytes)
    key = rows[0].key
    heading = label(key.pattern)
    if all(cell.key.bytes == 0 for cell in rows):
        lines = ["# " + heading, *(value_text(cell.time_us, BARRIER_WIDTH) for cell in rows)]
    else:
        lines = [f"{'# Size':<{SIZE_WIDTH}}{heading:>{VALUE_WIDTH}}"]
        for cell in rows:
            value = cell.rate_MBps if key.pattern in BANDWIDTHS else cell.time_us
            if value is not None:
                lines.append(f"{cell.key.bytes:<{SIZE_WIDTH}d}{value_text(value, VALUE_WIDTH)}")
    return "\n".join([title(key, version), *lines]) + "\n"


def osu_text(campaigns: Sequence[Campaign]) -> str:
    """All valid cells, a block for each implementation and setting, an empty line between."""
    blocks = []
    for campaign in campaigns:
        valid = [cell for cell in campaign.cells.values() if cell.valid]
        order = sorted(valid, key=lambda cell: block_of(cell.key))
        version = str(campaign.facts["version"])
        blocks += [
            block(cells, version) for _, cells in groupby(order, lambda cell: block_of(cell.key))
        ]
    return "\n".join(blocks)
