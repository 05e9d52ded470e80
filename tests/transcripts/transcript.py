# SPDX-License-Identifier: BSD-3-Clause
"""What workers gave back in a campaign, and what was decided, recorded and printed then.

recorded/NAME.jsonl.xz (record.py) has one event a line, in order: `plan`; `share` (seconds of the
groups that take turns), `canary`, `limits` (readings with it), `block` (a command, and the time
stamps and reports of its ranks), `look` (after a turn) and `stop` (of a group); last `printed`,
with the command's arguments, the lines of the results file and what was on standard output and
standard error. Times are nanoseconds unless named otherwise; began[rank][stamp] is counted from the
stamp's start, and ran[rank][stamp] from there, null for a rank that was late.
"""

import json
import lzma
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from comops.measure import library
from comops.measure.account import Account
from comops.measure.block.engine import Interrupted
from comops.measure.launch.seen import TeamStamps
from comops.measure.launch.workers import NotStarted, Outcome
from comops.measure.planning.patterns import PATTERNS
from comops.results.plan import Candidate, Group, Offer, Pages, Path as WorkerPath, Plan
from comops.results.topology import Placement

RECORDED = Path(__file__).parent / "recorded"

Event = dict[str, Any]


def recorded(name: str) -> list[Event]:
    with lzma.open(RECORDED / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Script:
    """The events of a transcript, taken one after the other."""

    def __init__(self, name: str) -> None:
        self.plan, *self.events, self.printed = recorded(name)
        self.at = 0

    def next(self, kind: str) -> Event | None:
        """The next event if it is of this kind; it is not taken."""
        event = self.events[self.at] if self.at < len(self.events) else {"event": "none"}
        return event if event["event"] == kind else None

    def take(self, kind: str) -> Event:
        """The next event, which must be of this kind."""
        event = self.next(kind)
        assert event, f"event {self.at}: {kind} instead of {self.events[self.at : self.at + 1]}"
        self.at += 1
        return event

    @property
    def records(self) -> list[Event]:
        return [json.loads(line) for line in self.printed["records"]]


def plan_of(recorded_plan: Event) -> Plan:
    placements: dict[tuple[str, int], Placement] = {}
    paths: dict[str, WorkerPath] = {}
    groups = []
    for row in recorded_plan["groups"]:
        place = row["placement"]
        key = place["name"], row["ranks"]
        placement = placements.setdefault(key, Placement(
            place["name"], row["ranks"], tuple(row["pus"]), place["where"], place["meaning"],
            oversubscribed=row["oversubscribed"]))
        pages = Pages(row["memory"], tuple(row["nodes"]), row["bound"])
        group = Group(
            PATTERNS[row["pattern"]], placement, pages, row["ranks"], row["bytes"], row["series"],
            row["reduction"], row["buffers"], row["page_size"], row["skew_us"], row["consume"],
            table=row["table"], bundle=row["bundle"])
        for label, protocol in row["cells"]:
            path = paths.setdefault(label, WorkerPath(label))
            group.candidates.append(Candidate(path, Offer(protocol, row["pattern"], "", "")))
        groups.append(group)
    return Plan(groups, list(placements.values()), recorded_plan["notes"])


@dataclass
class Clock:
    """Stands for the module `time` where seconds decide what happens next."""

    now: float = 0.0

    def monotonic(self) -> float:
        return self.now


class ScriptedWorker:
    """A worker that gives back what it gave back then, if it is asked for the same."""

    why, lasted = "", (0, 0, 0.0)

    def __init__(self, supervisor: "ScriptedSupervisor", label: str, ranks: int) -> None:
        self.supervisor, self.label, self.ranks = supervisor, label, ranks

    def command(self, command: np.ndarray, pus: tuple[int, ...], nodes: tuple[int, ...]) -> Outcome:
        event = self.supervisor.block(self.label, command, pus)
        self.why = event.get("why", "")
        outcome = Outcome[event["outcome"].upper()]
        if outcome == Outcome.DONE:
            self._fill(event, nodes)
        return outcome

    def error(self) -> str:
        return next((text.decode() for text in self.slots["error"].tolist() if text), "")

    def times(self, *how: float) -> np.ndarray:
        return TeamStamps(self.starts, self.stamps).times(*how)

    def reports(self) -> bytes:
        return bytes(self.slots.view("u1"))

    def _fill(self, event: Event, nodes: tuple[int, ...]) -> None:
        self.slots = np.zeros(self.ranks, library.struct("rank"))
        assert [row["node_wanted"] for row in event["ranks"]] == list(nodes)
        for slot, row in zip(self.slots, event["ranks"], strict=True):
            values = dict(row)
            counted = values.pop("counted", None)
            for name, value in values.items():
                slot[name] = _known(value)
            if counted:
                _fill_counters(slot, counted)
        empty_runs, stamps = (event["command"][name] for name in ("empty_runs", "stamps"))
        step = event["span_ns"] / max(stamps - 1, 1)
        self.starts = np.array([10**15 + round(step * (at - empty_runs))
                                for at in range(empty_runs + stamps)])
        began = self.starts + np.array(event["began"])
        ran = np.array([[-1 if time is None else time for time in rank] for rank in event["ran"]])
        self.stamps = np.stack((began, np.where(ran < 0, 0, began + ran)), axis=2)


def _fill_counters(slot: np.void, counted: Event) -> None:
    slot["events"], slot["passes"] = len(counted["names"]), counted["passes"]
    width = library.constant("COUNTERS_NAME")
    slot["event_names"] = b"".join(name.encode().ljust(width, b"\0") for name in counted["names"])
    for name in ("timed", "empty"):
        slot[name][: len(counted[name])] = _known(counted[name])


def _known(value: Any) -> Any:
    """A number, or several, as memory has them."""
    if isinstance(value, list):
        return [_known(item) for item in value]
    return math.nan if value is None else value


class ScriptedSupervisor:
    """measure.launch.supervisor.Supervisor over a script. `blocks`: the clock of
    measure.block.sampler, which goes on as it did then."""

    def __init__(self, script: Script, plan: Plan, blocks: Clock) -> None:
        self.script, self.plan, self.blocks, self.account = script, plan, blocks, Account()

    def end(self, _wanted: Any) -> None:
        pass

    def begin(self, _wanted: Any, _launches: int) -> None:
        pass

    def next_launch(self) -> bool:
        return False

    def worker(self, path: WorkerPath, ranks: int, _oversubscribed: bool = False) -> ScriptedWorker:
        event = self.script.next("block")
        if event and event["took_ns"] < 0:
            self.script.take("block")
            if event["outcome"] == "interrupted":
                raise Interrupted
            raise NotStarted(event["why"])
        return ScriptedWorker(self, path.label, ranks)

    def restart(self, _path: WorkerPath, _ranks: int) -> None:
        pass

    def block(self, label: str, command: np.ndarray, pus: tuple[int, ...]) -> Event:
        """The next block, which must be of this command."""
        event = self.script.take("block")
        group = self.plan.groups[event["group"]]
        candidate = group.candidates[event["cell"]]
        then = event["command"] | {
            "pattern": group.pattern.name, "protocol": candidate.offer.protocol,
            "bytes": group.bytes}
        assert (label, pus) == (candidate.path.label, group.placement.pus), self._where(event)
        for name, value in then.items():
            now = command[name][0]
            now = now.decode() if isinstance(now, bytes) else now
            same = math.isclose(now, value) if isinstance(value, float) else now == value
            assert same, f"{self._where(event)}: {name} {now}, not {value}"
        self.blocks.now += event["took_ns"] / 1e9
        return event

    def _where(self, event: Event) -> str:
        return f"event {self.script.at - 1}: cell {event['cell']} of group {event['group']}"
