# SPDX-License-Identifier: BSD-3-Clause
"""Which sweeps a store has: the dictionary that is written last."""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from fleet.read.sweep import ResultsError, Sweep
from fleet.store.dictionaries import columns_of, rows_of
from fleet.store.folder import TABLES, Store

COLUMNS = {
    "sweep": int, "id": str, "started": str, "content": str, "nodes": int, "unmeasured": int,
}
PLAN = ("created", "seed", "program", "options", "partition")  # what distinguishes sweeps


class Entry(NamedTuple):
    """`started` is in UTC, `content` a hash of all that was measured; others count nodes."""

    sweep: int
    id: str
    started: str
    content: str
    nodes: int
    unmeasured: int

    @property
    def month(self) -> str:
        return self.started[:7]

    @property
    def file(self) -> str:
        return f"sweep={self.id}"


def moment_of(text: object) -> datetime:
    """A time stamp in UTC; ResultsError if it is none."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        raise ResultsError(f"`{text}` is not the time at which a sweep started") from None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def hash_of(value: Any) -> Any:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode())


def content_of(sweep: Sweep) -> str:
    """What was measured, whatever the order of the nodes."""
    order = sorted(range(len(sweep.nodes)), key=sweep.nodes.__getitem__)
    named = [[sweep.nodes[at], sweep.started[at], sweep.facts[at]] for at in order]
    content = hash_of([sweep.cells, named, sorted(sweep.unmeasured)])
    content.update(sweep.times[order].tobytes())
    content.update(sweep.valid[order].tobytes())
    return content.hexdigest()


def entry_of(sweep: Sweep) -> Entry:
    """The entry, still without a number. Its plan, or its node and start, identify the sweep."""
    started = moment_of(sweep.plan.get("created") or min(sweep.started))
    same = [sweep.plan.get(name) for name in PLAN] if sweep.plan else sweep.started
    which = hash_of([sorted([*sweep.nodes, *sweep.unmeasured]), same]).hexdigest()[:8]
    return Entry(-1, f"{started:%Y%m%dT%H%M%S}-{which}", f"{started:%Y-%m-%d %H:%M:%S}",
                 content_of(sweep), len(sweep.nodes), len(sweep.unmeasured))


def entries_of(store: Store) -> list[Entry]:
    """In the order of time."""
    rows = rows_of(store, "sweeps", COLUMNS)
    return sorted((Entry(*row) for row in rows), key=lambda entry: (entry.started, entry.id))


def entries_save(store: Store, entries: Sequence[Entry]) -> None:
    columns = columns_of(sorted(entries), COLUMNS)
    columns["sweep"] = columns["sweep"].astype(np.int32)
    store.write_columns(store.dictionary("sweeps"), columns)


def orphans_remove(store: Store, entries: Sequence[Entry]) -> None:
    """Removes files of sweeps whose addition was interrupted."""
    known = {entry.file for entry in entries}
    for table in TABLES:
        for file in store.files(table):
            if file.stem.startswith("sweep=") and file.stem not in known:
                file.unlink()
