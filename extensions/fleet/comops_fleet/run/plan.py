# SPDX-License-Identifier: BSD-3-Clause
"""The folder of a sweep: what it measures (fleet.json), on which nodes, and what became of each.

Sets of nodes are written as ClusterShell does: `n[1-4]`, `rack1,n7`, `@partition`, `@partition!n3`.
The state of each node's job is in SQLite; a node is measured if it has a results file.
"""

import fcntl
import json
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from ClusterShell.NodeSet import NodeSet, NodeSetException
from ClusterShell.NodeUtils import GroupResolver, GroupSource, GroupSourceQueryFailed

from comops.common.files import write
from comops.results.check import check
from comops.results.lines import ResultsError
from comops.results.types import TEXT, list_of, number, object_of, or_null, whole

SCHEMA = "comops-fleet/1"
RESULTS = ".jsonl"
NAME = re.compile(r"\w[\w.-]*", re.ASCII)
TABLE = """CREATE TABLE IF NOT EXISTS jobs (
    node TEXT PRIMARY KEY, state TEXT, job TEXT, since TEXT, reason TEXT)"""


class PlanError(ResultsError):
    """There is no plan, it is another one, or it cannot be made; one line says why."""


class Folder:
    """DIR/fleet.json, DIR/node.sh, DIR/jobs.sqlite and DIR/nodes/NODE.*."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        self.plan = self.path / "fleet.json"
        self.script = self.path / "node.sh"
        self.jobs = self.path / "jobs.sqlite"
        self.nodes = self.path / "nodes"
        self.lock = self.path / "lock"

    def results(self, node: str) -> Path:
        """The complete results file; while it is being written it ends in `.part`."""
        return self.nodes / f"{node}{RESULTS}"

    def log(self, node: str) -> Path:
        """What the node printed."""
        return self.nodes / f"{node}.log"

    def measured(self) -> set[str]:
        """The nodes with a complete results file; a link that leads nowhere is none."""
        return {file.name.removesuffix(RESULTS) for file in self.nodes.glob(f"*{RESULTS}")
                if file.exists()}

    def last_words(self, node: str) -> str:
        """The last line that the node printed but for one that names its results, or nothing."""
        try:
            with open(self.log(node), "rb") as log:
                log.seek(max(0, os.path.getsize(self.log(node)) - 4096))
                lines = log.read().decode("utf-8", errors="replace").split("\n")
        except OSError:
            return ""
        return next((line.strip() for line in reversed(lines)
                     if line.strip() and "results are in" not in line), "")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """PlanError if another `fleet run` has it locked."""
        with open(self.lock, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise PlanError(f"another comops fleet run works on {self.path}") from None
            yield

    def is_locked(self) -> bool:
        """Whether a `fleet run` works on it now."""
        try:
            if self.lock.exists():
                with self.locked():
                    pass
        except PlanError:
            return True
        return False


@dataclass(frozen=True)
class SweepPlan:
    """A sweep. Only window and wait may change later."""

    created: str  # UTC
    engine: str
    partition: str | None
    nodes: list[str]
    options: list[str]  # of comops run
    seed: int  # of every node, so that all measure in the same order
    program: str  # SHA-256 of comops and its workers
    window: int  # jobs at a time, at most
    wait: float | None  # seconds that a job may wait for its node; None: for ever


# A folder may come from elsewhere, and a script is made of its plan.
TYPES = object_of({
    "created engine program": TEXT, "partition": or_null(TEXT), "nodes options": list_of(TEXT),
    "seed": whole(), "window": whole(least=1), "wait": or_null(number("s", exclusiveMinimum=0)),
})
# Field: its name in messages.
FIXED = {"nodes": "nodes", "partition": "partition", "engine": "engine", "options": "options",
         "program": "programs"}


def plan_write(folder: Folder, plan: SweepPlan) -> None:
    """Replaces fleet.json if the plan is new."""
    text = json.dumps({"schema": SCHEMA, **asdict(plan)}, indent=1) + "\n"
    if not folder.plan.exists() or folder.plan.read_text(encoding="utf-8") != text:
        write(folder.plan, text.encode())


def plan_read(path: Path) -> SweepPlan:
    """The plan of the sweep in a folder; PlanError if there is none."""
    file = path / "fleet.json"
    try:
        members = json.loads(file.read_bytes())
    except OSError as error:
        raise PlanError(f"{file}: {error.strerror}: {path} is not the folder of a sweep; "
                        "`comops fleet run` makes one") from None
    except (ValueError, RecursionError):
        raise PlanError(f"{file}: not JSON") from None
    if not isinstance(members, dict) or members.pop("schema", None) != SCHEMA:
        raise PlanError(f"{file}: not the plan of a sweep (its schema is not {SCHEMA})")
    try:
        check(TYPES, members)
        plan = SweepPlan(**members)
        names_check(plan.nodes)
    except (ValueError, TypeError, PlanError) as error:
        raise PlanError(f"{file}: not the plan of a sweep: {error}") from None
    return plan


def names_check(nodes: Sequence[str]) -> None:
    """PlanError if one is not the name of a node."""
    for name in nodes:
        if not NAME.fullmatch(name):
            raise PlanError(f"`{name}` is not the name of a node")


def _words(name: str, value: Any) -> str:
    if name == "nodes":
        return nodes_fold(value)
    if name == "options":
        return " ".join(value) or "none"
    return str(value)[:12] if name == "program" else str(value)


def plan_difference(old: SweepPlan, new: SweepPlan) -> str:
    """What a plan changes although it must not; empty if nothing."""
    return "; ".join(
        f"its {what} were {_words(name, getattr(old, name))}, "
        f"now {_words(name, getattr(new, name))}"
        for name, what in FIXED.items() if getattr(old, name) != getattr(new, name)
    )


class _Partitions(GroupSource):
    """ClusterShell's groups are Slurm's partitions."""

    def resolv_map(self, group: str) -> str:
        words = ["sinfo", "--noheader", "--format=%N", f"--partition={group}"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout.strip():
            said = " ".join(done.stderr.split())
            raise GroupSourceQueryFailed(said or f"Slurm has no partition {group}", self)
        return done.stdout


def nodes_expand(text: str, slurm: bool) -> list[str]:
    """The names, in order. `@name` is a partition of Slurm's, else one of ClusterShell's groups."""
    resolver = GroupResolver(_Partitions("slurm")) if slurm else None
    try:
        names = list(NodeSet(text, resolver=resolver))
    except NodeSetException as error:
        raise PlanError(f"`{text}` is not a set of nodes: {error}") from None
    if not names:
        raise PlanError(f"`{text}` has no nodes")
    names_check(names)
    return names


def nodes_partition(text: str) -> str | None:
    """The partition of `@name`, if the text names one."""
    named = set(re.findall(r"@([\w.-]+)", text))
    return named.pop() if len(named) == 1 else None


def nodes_fold(names: Sequence[str]) -> str:
    """The names as short as possible, n[1-4,7]; a list if ClusterShell could not read that."""
    if not all(map(NAME.fullmatch, names)):
        return ",".join(names)
    return str(NodeSet.fromlist(list(names)))


class State(StrEnum):
    """What became of a node in this sweep."""

    WAITING = "waiting"
    RUNNING = "running"
    MEASURED = "measured"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Job:
    """The last job of a node."""

    state: State
    job: str  # the engine's name for it
    reason: str  # why it waits, or why the node is not measured


class Jobs:
    """The table of jobs.sqlite; one process writes, others may read."""

    def __init__(self, file: Path) -> None:
        self._database = sqlite3.connect(file, timeout=60)
        self._database.execute(TABLE)
        self.close = self._database.close

    def write(self, node: str, state: State, job: str = "", reason: str = "") -> None:
        """Writes to disk at once."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._database:
            self._database.execute("INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?)",
                                   (node, state, job, now, reason))

    def read(self) -> dict[str, Job]:
        rows = self._database.execute("SELECT node, state, job, reason FROM jobs")
        return {node: Job(State(state), *rest) for node, state, *rest in rows}


def jobs_read(folder: Folder) -> dict[str, Job]:
    """The last job of each node; empty if there is no table, or none that can be read."""
    if not folder.jobs.exists():
        return {}
    try:
        with closing(Jobs(folder.jobs)) as jobs:
            return jobs.read()
    except (sqlite3.Error, ValueError):
        return {}
