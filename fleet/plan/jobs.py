# SPDX-License-Identifier: BSD-3-Clause
"""The state of each node's job, in SQLite: jobs.sqlite.

Nothing else is kept there: a node is measured if it has a results file.
"""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

_TABLE = """CREATE TABLE IF NOT EXISTS jobs (
    node TEXT PRIMARY KEY, state TEXT, job TEXT, since TEXT, reason TEXT)"""


class State(StrEnum):
    """Of a node in this sweep."""

    WAITING = "waiting"
    RUNNING = "running"
    MEASURED = "measured"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Job:
    """The last job of a node."""

    state: State
    job: str  # the engine's name for it
    since: str  # UTC
    reason: str  # why it waits, or why the node is not measured


class Jobs:
    """The table; one process writes, others may read."""

    def __init__(self, file: Path) -> None:
        self._database = sqlite3.connect(file, timeout=60)
        self._database.execute(_TABLE)

    def write(self, node: str, state: State, job: str = "", reason: str = "") -> None:
        """Writes to disk at once."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._database:
            self._database.execute("INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?)",
                                   (node, state, job, now, reason))

    def read(self) -> dict[str, Job]:
        rows = self._database.execute("SELECT node, state, job, since, reason FROM jobs")
        return {node: Job(State(state), *rest) for node, state, *rest in rows}

    def close(self) -> None:
        self._database.close()
