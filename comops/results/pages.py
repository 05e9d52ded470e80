# SPDX-License-Identifier: BSD-3-Clause
"""The schema as a page with a table for each record."""

import re
from itertools import groupby
from textwrap import dedent

from comops.results.campaign import FACTS, TuningRecord
from comops.results.cell import WHERE, CellRecord, DisturbancesRecord, Stamps
from comops.results.conditions import Reason
from comops.results.declared import Declared
from comops.results.findings import FitRecord, PairRecord, VerdictRecord
from comops.results.keys import KEY, LINE
from comops.results.schema import further_kinds, schemas
from comops.results.types import Json, shown

# {NAME} stands for the table of this name.
PAGE = """# Records of a results file

All records and all their members; `?` marks those that a record may lack, `null` those that have
no value. The JSON Schema of a line is in `results.schema.json`. Times are in microseconds per
run, sizes in bytes, rates in 10^6 bytes/s.

## Campaign
The first line. A resumed campaign continues the file, without another first line. In a simulated
one nothing is bound or tuned, and `clock` is the simulator's.

{campaign}

### Facts
For comparisons of nodes: null where the kernel does not say.

{facts}

### Tuning
One entry for each placement in which `direct` is measured.

{tuning}

## Cell
One implementation at one size. A cell that was measured again by a resumed campaign has two
records; the later one counts. Its key:

{key}

The other members:

{cell}

### Stamps
All stamps except those that were void. Their order and their blocks are not recorded;
`samples_us` has one value per block, `launch_us` one per launch. In NumPy the times are
`np.repeat(np.cumsum(steps), counts) * unit_us`.

{stamps}

### Disturbances
Lists of `[block, rank, how much]`, with an entry for each block that was disturbed; null if the
kernel does not say.

{disturbances}

### Where
The time of the rank that ends last, in microseconds, the mean of all samples. In CSV each is a
column (`where_own_us`, `where_transfer_llc_us`, `where_queue_bus_us`); OSU's columns do not have
them.

{where}

## Pair
Two cells that differ only in path or protocol.

{pair}

## Verdict
All that is said of a size, a record for each comparison: the members of a pair, with `a` on the
first side, which are the threads where they were measured. `a` and `b` are the fastest of the
protocols that the verdict compares on each side; if a side was not measured, there is no record.
`ci95` and `ci90` are the smallest intervals that contain those of all pairs that may be the fastest
two; those of the `pair` record if no other protocol of a side is close. Ratios of simulated cells
have no intervals; their `decision` says whether one time is shorter by more than the margin of 5 %.

{verdict}

## Pooled ratio
The same code in threads and in processes, over all sizes of a table, written after the table's
crossovers; and over the tables of all patterns under one setting, written at the end of a stage,
where the last record with most patterns counts.

{pooled}

## Here
What several campaigns say of the comparisons of a group: from the third one of this machine and
build under the same settings on, written after the group's verdicts.

{here}

## Ratio between placements
An implementation on two placements, at one size: the cells differ only in placement, and `a` is
on the first placement at that size. In a simulated campaign the placements are machines and there
are no intervals.

{placement_ratio}

## Fit
The times of one implementation over the sizes of a table, written after the table's cells. Its
key is that of its cells without `bytes` and `mode`.

{fit}

## Crossover
The size at which one implementation overtakes another, written after the table's fits.

{crossover}

## Canary
The speed of the machine just before a launch of the workers, without any implementation: measured
by threads of `comops` itself on the ranks' hardware threads, while all workers sleep, with new
pages each time. There is one record for each placement and number of ranks of the stage, written
immediately. The canaries of a cell are those of its placement and ranks in the last stage that
began before the cell's record, with the numbers of the cell's launches, so those of an
interrupted stage belong to no cell. Simulated campaigns and oversubscribed placements have none.

{canary}

## Account
Where the wall time of the campaign went, at the end of the file; one more for each part that
`--resume` adds. The kinds are measured independently of each other and of `wall_s`, of which
`comops show FILE --time` says how much they leave.

{account}

## End
The last record of a campaign that was not killed; of a resumed one the last of several. Without
it, or with other numbers of records, a file is not whole.

{end}

## Trust
How far the results can be trusted, written before the end of the file; the last record counts.

{trust}

A reason:

{reason}

## Rounds
Where the ranks of a group's rounds were, written before the group's cells, which differ only in
path and protocol. A virtual machine's cores move: two ranks may be two threads of one core, in one
cache, or far apart, while the machine describes one cache all the time. Simulated campaigns and
oversubscribed placements have none.

{rounds}
"""


# The members of an object, without those of another one.
TABLES: dict[str, tuple[Json, Json]] = {
    **{name: (schema, {}) for name, schema in schemas().items()},
    "key": (KEY, {}), "facts": (FACTS, {}), "where": (WHERE, {}),
    "tuning": (TuningRecord.SCHEMA, {}), "stamps": (Stamps.SCHEMA, {}),
    "disturbances": (DisturbancesRecord.SCHEMA, {}), "reason": (Reason.SCHEMA, {}),
    "cell": (CellRecord.SCHEMA, KEY),
    "fit": (FitRecord.SCHEMA, LINE), "verdict": (VerdictRecord.SCHEMA, PairRecord.SCHEMA),
}


def records_page() -> str:
    """In Markdown; the kinds of extensions at the end, with what their classes say."""
    core = re.sub(r"(?m)^{(\w+)}\n", lambda match: table(match[1]), PAGE)
    return core + "".join(map(section, further_kinds().values()))


def section(cls: type[Declared]) -> str:
    title, _, text = (cls.__doc__ or cls.KIND).partition("\n")
    return f"\n## {title}\n{dedent(text).rstrip()}\n\n{table(cls.KIND)}"


def table(name: str) -> str:
    """One row for members that follow each other and are alike; ? marks what may be absent."""
    whole, known = TABLES[name]
    needs = whole["required"]
    without = {"record", *known.get("properties", ())}
    members = [(name, what) for name, what in whole["properties"].items() if name not in without]
    rows = ["| key | type | value |", "|---|---|---|"]
    for (needed, what), group in groupby(members, lambda member: (member[0] in needs, member[1])):
        names = " ".join(f"`{name}`" for name, _ in group)
        kind = shown(what) + ("" if needed else " ?")
        rows.append(f"| {names} | {kind} | {what.get('description', '')} |")
    return "\n".join(rows) + "\n"
