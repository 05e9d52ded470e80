# SPDX-License-Identifier: BSD-3-Clause
# ruff: noqa: E402 (the path comes first)
"""Records a campaign while it happens (transcript.py): in the environment of the tests,

    python tests/transcripts/record.py NAME [BLOCK:SIGNAL...] -- OPTION-OF-COMOPS-RUN...

Before a block of that number, counted from 0, SIGKILL or SIGSTOP goes to the worker's rank 0,
SIGINT to the campaign. Afterwards `replay.py NAME` writes the words anew.
"""

import io
import json
import lzma
import math
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    import source_tree  # noqa: F401

import numpy as np
from transcript import RECORDED, Event

from comops.cli.run import main
from comops.measure import library, run
from comops.measure.block.groups import GroupState, Sampled
from comops.measure.block.sampler import Sampler
from comops.measure.launch.workers import Outcome, Worker
from comops.measure.run import CampaignRun
from comops.measure.schedule import schedule
from comops.measure.schedule.group_recorder import GroupRecorder
from comops.measure.schedule.turns import Turns
from comops.measure.tuning import parameters
from comops.results.plan import Group, Plan

# Members of a command: what the cell says, and the tuning, which replays do not have.
_UNKEPT = "pattern", "protocol", "bytes", "quit", "known", *parameters(0)

_NO_COMMAND = -1.0  # nanoseconds


def plain(value: Any) -> Any:
    """A NumPy number or text as JSON has it."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return None if isinstance(value, float) and math.isnan(value) else value


def plan_event(plan: Plan, sampler: Sampler) -> Event:
    options = sampler.options
    return {"event": "plan", "clock_step_ns": sampler.clock[0], "clock_cost_ns": sampler.clock[1],
            "seed": options.seed, "method": options.method.name, "precision": options.precision,
            "launches": options.launches, "budget": options.budget,
            "cache_bytes": sampler.cache_bytes, "percentiles": options.percentiles,
            "groups": [group_entry(group) for group in plan.groups],
            "notes": plan.notes}


def group_entry(group: Group) -> Event:
    place, pages = group.placement, group.pages
    members = ("ranks", "bytes", "series", "reduction", "buffers", "page_size", "skew_us",
               "consume", "table", "bundle")
    return {"pattern": group.pattern.name, "placement": {
                "name": place.name, "where": place.where, "meaning": place.meaning},
            "pus": place.pus, "oversubscribed": place.oversubscribed, "memory": pages.name,
            "nodes": pages.nodes, "bound": pages.bound,
            "cells": [[part.path.label, part.offer.protocol] for part in group.candidates],
            **{name: getattr(group, name) for name in members}}


def rank_entry(slot: np.void) -> Event:
    counted = {"event_names", "events", "passes", "timed", "empty"}
    entry = {name: plain(slot[name]) for name in slot.dtype.names if name not in {"pid", *counted}}
    if count := int(slot["events"]):
        width, names = library.constant("COUNTERS_NAME"), slot["event_names"]
        entry["counted"] = {
            "names": [names[at * width : (at + 1) * width].partition(b"\0")[0].decode()
                      for at in range(count)], "passes": int(slot["passes"]),
            **{name: plain(slot[name][:count]) for name in ("timed", "empty")}}
    return entry


class Recording:
    def __init__(self, signals: dict[int, signal.Signals]) -> None:
        self.signals, self.events, self.blocks = signals, [], 0
        self.plan: list[Group] = []
        self.where: Event = {}  # the group and the cell of the block that is taken

    def add(self, event: str, **members: Any) -> None:
        if self.plan:
            self.events.append({"event": event, **members})

    def block(self, worker: Worker, command: np.ndarray, outcome: Outcome) -> None:
        names = [name for name in command.dtype.names if name not in _UNKEPT]
        members = {"command": {name: plain(command[name][0]) for name in names},
                   "outcome": outcome.name.lower(), "why": worker.why}
        if outcome == Outcome.DONE:
            empty, stamps = int(command["empty_runs"][0]), int(command["stamps"][0])
            starts = np.array(worker.starts[: empty + stamps])
            stamps_of = worker.times.__self__.stamps[:, : empty + stamps].copy()
            began, ended = stamps_of[:, :, 0], stamps_of[:, :, 1]
            ran = np.where(ended, ended - began, -1).tolist()
            members |= {"span_ns": int(starts[-1] - starts[empty]),
                        "began": (began - starts).tolist(),
                        "ran": [[time if time >= 0 else None for time in rank] for rank in ran],
                        "ranks": [rank_entry(slot) for slot in worker.slots]}
        self.add("block", **self.where, **members)

    def noted_run(self, measure: Callable[..., None], plan: Plan, sampler: Sampler, *more: Any
                  ) -> None:
        self.plan = plan.groups
        self.events.append(plan_event(plan, sampler))
        try:
            measure(plan, sampler, *more)
        finally:
            self.plan = []

    def noted_block(self, block: Callable[..., Worker | None], sampler: Sampler, group: Group,
                    sampled: Sampled, stamps: int) -> Worker | None:
        if not self.plan:
            return block(sampler, group, sampled, stamps)
        self.where = {"group": self.plan.index(group),
                      "cell": group.candidates.index(sampled.candidate)}
        before, begin, outcome = len(self.events), sampled.cell.duration_s, "interrupted"
        try:
            worker = block(sampler, group, sampled, stamps)
            outcome = "not started"
            return worker
        finally:
            if len(self.events) == before:  # no command was given
                self.add("block", **self.where, outcome=outcome, why=sampled.cell.error)
            took = sampled.cell.duration_s - begin
            self.events[-1]["took_ns"] = took * 1e9 or _NO_COMMAND

    def noted_command(self, order: Callable[..., Outcome], worker: Worker, command: np.ndarray,
                      *where: Sequence[int]) -> Outcome:
        if self.plan:
            if number := self.signals.get(self.blocks):
                os.kill(os.getpid() if number == signal.SIGINT else worker.pid, number)
            self.blocks += 1
        outcome = order(worker, command, *where)
        self.block(worker, command, outcome)
        return outcome

    def noted_look(self, look: Callable[..., None], these: Turns, state: GroupState, left: int
                   ) -> None:
        look(these, state, left)
        self.add("look", group=self.plan.index(state.group), left=left, seconds=state.seconds)

    def noted_turns(self, make: Callable[..., Turns], *how: Any) -> Turns:
        *_, share, _later = how
        self.add("share", seconds=share)
        return make(*how)

    def noted_end(self, end: Callable[..., None], recorder: GroupRecorder, state: GroupState,
                  reason: str) -> None:
        self.add("stop", group=self.plan.index(state.group), reason=reason)
        end(recorder, state, reason)

    def noted_canary(self, canary: Callable[..., tuple[float, ...] | None], pus: list[int]
                     ) -> tuple[float, ...] | None:
        values = canary(pus)
        self.add("canary", ranks=len(pus), values=values)
        return values

    def noted_limits(self, limits: Callable[..., list[float] | None], pus: list[int], way: int,
                     sizes: list[int]) -> list[float] | None:
        us = limits(pus, way, sizes)
        self.add("limits", sizes=sizes, us=us)
        return us

    @contextmanager
    def on(self) -> Iterator[None]:
        """Notes what happens from the beginning of plan_measure to its end; earlier campaigns are
        left alone."""
        noted = ((run, "plan_measure", self.noted_run), (Sampler, "block", self.noted_block),
                 (Worker, "command", self.noted_command),
                 (Turns, "_look", self.noted_look), (schedule, "Turns", self.noted_turns),
                 (GroupRecorder, "end", self.noted_end), (library, "canary", self.noted_canary),
                 (library, "limits", self.noted_limits))
        with ExitStack() as patches, mock.patch.object(CampaignRun, "_earlier", lambda *_: None):
            for owner, name, instead in noted:
                patches.enter_context(mock.patch.object(
                    owner, name, _before(instead, getattr(owner, name))))
            yield


def _before(instead: Callable[..., Any], really: Callable[..., Any]) -> Callable[..., Any]:
    """A function, so that it becomes a method where it is one."""
    return lambda *how: instead(really, *how)


def record(name: str, signals: dict[int, signal.Signals], options: list[str]) -> None:
    recording, out = Recording(signals), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err, here = io.StringIO(), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with recording.on(), redirect_stdout(out), redirect_stderr(err):
                status = main([*options, "-o", f"{name}.jsonl"])
        finally:
            os.chdir(here)
        records = Path(folder, f"{name}.jsonl").read_text().splitlines()
    out.flush()
    recording.events.append({
        "event": "printed", "arguments": options, "status": status, "records": records,
        "stdout": out.buffer.getvalue().decode(), "stderr": err.getvalue()})
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in recording.events)
    with lzma.open(RECORDED / f"{name}.jsonl.xz", "wt", preset=9, encoding="utf-8") as lines:
        lines.write(text.replace(str(ROOT), "/opt/comops"))
    print(f"{name}: {len(recording.events)} events, status {status}")


if __name__ == "__main__":
    own, given = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    record(own[0], {int(at): signal.Signals[which] for at, _, which in (
        word.partition(":") for word in own[1:])}, given)
