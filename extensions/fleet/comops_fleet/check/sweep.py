# SPDX-License-Identifier: BSD-3-Clause
"""A sweep: one campaign on each of many nodes (extensions/fleet/docs/fleet.md), as one table.

Results files are read by several processes, once: DIR/table.npz keeps the table.
"""

import contextlib
import io
import json
import math
import os
import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from comops.common.files import write
from comops.results.campaign import CampaignRecord
from comops.results.cell import CellRecord, DisturbancesRecord
from comops.results.check import check
from comops.results.keys import CellKey, cell_key
from comops.results.lines import Record, ResultsError, record_of
from comops.results.read import Reading, campaign_read
from comops.statistics.comparing.differences import variables_of
from comops.statistics.comparing.states import Seen, State
from comops_fleet.run.plan import Folder, plan_read

Facts = dict[str, str | int | float | None]

BATCH = 8  # files that a process reads at a time
FEW = 4  # files that are read faster than processes start
LEAST, MOST = 1e-30, 1e30  # microseconds, in single precision too
# A node's cell has no record, a record without a result, or a result.
LOST, INVALID, VALID = 0, 1, 2
# What the campaign record says of a node besides its `facts`.
OUTSIDE_FACTS = ("cpu", "machine", "version", "compiler", "flags")
# A line as comops writes it: what comes between these is most of a cell, and not needed here.
# Neither can be within a text, where a quote is escaped.
KIND = re.compile(rb'{"record":"(\w+)"')
AFTER_KEY, RESULT = b',"repeats":', b'"valid":'
DISTURBANCES = re.compile(rb',"disturbances":{[^{}]*}')
READ = b"cell", b"rounds", b"canary"
TABLE = "table.npz"
VERSION = 5  # of this file and of what is read from results files
ARRAYS = ("times", "valid")
NO_FILE = "no results file: not measured, or still being measured"


@dataclass
class Times(Reading):
    """A campaign that keeps nothing but the time of each cell in microseconds, NaN if invalid, how
    often invalid cells have an error, and what was seen of the machine."""

    cells: dict[CellKey, float] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    seen: Seen = field(default_factory=Seen)

    def __post_init__(self) -> None:
        self.takes = {"rounds": self.seen.add_rounds, "canary": self.seen.add_canary}

    def add_line(self, line: bytes) -> None:
        """Adds what is READ; other records are ignored. ValueError if the line is not a record."""
        kind = KIND.match(line)
        if not kind or kind[1] in READ:
            self.add(record_of(shortened(line)))

    def add(self, record: Record) -> None:
        if record.get("record") != "cell":
            super().add(record)
            return
        self.cells[cell_key(record)] = time_of(record)
        self.errors.update(filter(None, [record.get("error")]))
        if seen := record.get("disturbances"):
            self.seen.add_disturbances(DisturbancesRecord.from_json(seen, "disturbances"),
                                       record["ranks"])


def shortened(line: bytes) -> bytes:
    """The line of a cell without its samples and stamps; unchanged if written differently."""
    key, result = line.find(AFTER_KEY), line.rfind(RESULT)
    if not 0 <= key < result:
        return line
    disturbances = DISTURBANCES.search(line, key, result)
    return line[:key] + (disturbances[0] if disturbances else b"") + b"," + line[result:]


def time_of(record: Record) -> float:
    """The time of a cell in microseconds, NaN if it is invalid."""
    if record.get("valid") is not True:
        return math.nan
    time = record.get("time_us")
    check(CellRecord.SCHEMA["properties"]["time_us"], time, "time_us")
    if not LEAST < time < MOST:
        raise ValueError("the time is out of range")
    return time


def facts_of(record: CampaignRecord) -> Facts:
    """The flat facts of a campaign; what is not plain text or a number is left out."""
    facts = {name: getattr(record, name) for name in OUTSIDE_FACTS}
    facts |= {f"runtime {path}": text for path, text in record.runtimes.items()} | record.facts
    if record.environment is not None:
        variables = variables_of(record.environment)
        facts["environment"] = "; ".join(f"{name}={variables[name]}" for name in sorted(variables))
    return {name: value for name, value in facts.items()
            if type(value) in (str, int, float, type(None))}


class NodeRow(NamedTuple):
    """A node's file. `times` are NaN of invalid cells; `error` is their most frequent reason."""

    facts: Facts
    started: str
    host: str
    times: dict[CellKey, float]
    error: str
    notes: list[str]
    state: State


@cache
def known(key: CellKey) -> CellKey:
    """One object for all files of a process: then a batch is sent with each key once."""
    return key


def row_read(file: Path) -> NodeRow | str:
    """The row of a file, or the reason why it has none."""
    try:
        campaign = campaign_read(file, Times)
    except ResultsError as error:
        return str(error)
    return NodeRow(
        facts_of(campaign.record), campaign.record.started, campaign.record.host,
        {known(key): time for key, time in campaign.cells.items()},
        next((error for error, _ in campaign.errors.most_common(1)), ""),
        [f"{file}: {note}" for note in campaign.notes], campaign.seen.state)


def rows_read(files: Sequence[Path]) -> list[NodeRow | str]:
    """All files in their order, by one process a core."""
    if len(files) <= FEW:
        return list(map(row_read, files))
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as processes:
        return list(processes.map(row_read, files, chunksize=BATCH))


@dataclass
class SweepTimes:
    """The times of all nodes that were measured.

    `times` [node, cell] are microseconds, NaN without a result; `valid` says why: LOST, INVALID or
    VALID. `cells` are keys as in a results file, in a stable order; `facts`, `started` (UTC),
    `errors`, the reason that most invalid cells have, and `states` belong to
    `nodes`. `unmeasured` are the nodes of the plan without a readable results file, each with the
    reason; `plan` is fleet.json, empty if there is none; `notes` say what could not be used.
    """

    nodes: list[str]
    cells: list[dict[str, Any]]
    times: np.ndarray
    valid: np.ndarray
    facts: list[Facts]
    started: list[str]
    errors: list[str]
    states: list[State] = field(default_factory=list)
    unmeasured: dict[str, str] = field(default_factory=dict)
    plan: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def table_of(files: Sequence[Path], names: Sequence[str] = ()) -> SweepTimes:
    """The nodes of some results files; `names` or, without them, what each file says."""
    rows = rows_read(files)
    read = [row for row in rows if isinstance(row, NodeRow)]
    keys = sorted({key for row in read for key in row.times})
    place = {key: at for at, key in enumerate(keys)}
    times = np.full((len(read), len(keys)), math.nan)
    table = SweepTimes([], [key.record for key in keys], times,
                       np.full(times.shape, LOST, dtype=np.uint8), [], [], [])
    for at, row in enumerate(rows):
        if isinstance(row, str):
            table.unmeasured[names[at] if names else str(files[at])] = row
            continue
        columns, values = [place[key] for key in row.times], np.array(list(row.times.values()))
        table.times[len(table.nodes), columns] = values
        table.valid[len(table.nodes), columns] = np.where(np.isnan(values), INVALID, VALID)
        table.nodes.append(names[at] if names else
                           str(row.facts.get("node_name") or row.host or "unknown"))
        table.facts.append(row.facts)
        table.started.append(row.started)
        table.errors.append(row.error)
        table.states.append(row.state)
        table.notes += row.notes
    return table


def file_read(file: Path) -> SweepTimes:
    """A results file as a sweep of one node; ResultsError if nothing in it can be read."""
    sweep = table_of([file])
    if sweep.unmeasured:
        raise ResultsError(*sweep.unmeasured.values())
    return sweep


def sweep_read(path: Path) -> SweepTimes:
    """The sweep in a folder; ResultsError if there is none.

    A node without a results file, or with one that cannot be read, is in `unmeasured`.
    """
    plan, folder = plan_read(path), Folder(path)
    there = [node for node in plan.nodes if folder.results(node).exists()]
    sweep = table_of([path / "nodes" / folder.results(node).name for node in there], there)
    sweep.plan = asdict(plan)
    for node in plan.nodes:
        if node not in there:
            sweep.unmeasured[node] = NO_FILE
    if plan.partition:
        for facts in sweep.facts:
            facts["partition"] = plan.partition
    return sweep


def sweep_kept(path: Path) -> SweepTimes:
    """What sweep_read gives, from the kept table if no file and no plan has changed since."""
    state = state_of(path)
    kept = kept_read(path / TABLE, state)
    if kept is None:
        kept = sweep_read(path)
        with contextlib.suppress(OSError):  # a read-only folder is read again each time
            kept_write(path / TABLE, state, kept)
    return kept


def state_of(path: Path) -> dict[str, Any]:
    """The plan, and when each results file was written and its size."""
    plan, files = plan_read(path), {}
    for node in plan.nodes:
        with contextlib.suppress(OSError):
            state = os.stat(Folder(path).results(node))
            files[node] = [state.st_mtime_ns, state.st_size]
    return {"version": VERSION, "plan": asdict(plan), "files": files}


def kept_read(file: Path, state: dict[str, Any]) -> SweepTimes | None:
    """None if there is none, it is of another state, or damaged."""
    try:
        with np.load(file) as table:
            head = json.loads(table["head"].tobytes())
            if head["state"] != state:
                return None
            return SweepTimes(**head["sweep"], **{name: table[name] for name in ARRAYS})
    except Exception:  # what damage raises depends on the libraries that read it
        return None


def kept_write(file: Path, state: dict[str, Any], sweep: SweepTimes) -> None:
    members = asdict(sweep)
    arrays = {name: members.pop(name) for name in ARRAYS}
    head, whole = json.dumps({"state": state, "sweep": members}).encode(), io.BytesIO()
    np.savez(whole, head=np.frombuffer(head, dtype=np.uint8), **arrays)
    write(file, whole.getvalue())
