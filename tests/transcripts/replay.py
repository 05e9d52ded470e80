# SPDX-License-Identifier: BSD-3-Clause
"""Lets today's campaign go through what happened in a transcript: the same commands must be given,
for the same blocks in the same order, and what is recorded and said of their stamps must be the
same.

The workers, the canaries and the clock are stood in for. How many rounds a launch has and when a
group ends is as it was then (tests/measure/test_turns.py tests today's schedule).

    python tests/transcripts/replay.py NAME...

writes today's records and words into transcripts, after a change of what they mean.
"""

import io
import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    import source_tree  # noqa: F401

from transcript import RECORDED, Clock, Event, Script, ScriptedSupervisor, plan_of, recorded

from comops.measure import library, run
from comops.measure.block import sampler
from comops.measure.block.counting import count_events
from comops.measure.block.engine import Interrupted
from comops.measure.block.groups import GroupState
from comops.measure.block.sampler import Sampler
from comops.measure.launch.judging import Judging
from comops.measure.planning.options import Options
from comops.measure.recording import Recorder
from comops.measure.reporter import Reporter
from comops.measure.run import CampaignRun
from comops.measure.schedule import schedule
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.schedule import plan_measure
from comops.measure.schedule.turns import Turns
from comops.results.methods import methods
from comops.results.write import line_of
from comops.statistics.random import Random


class Results:
    """A results file in memory. Its records are as old as those of the transcript."""

    file = None

    def __init__(self, name: str, then: Sequence[Event]) -> None:
        self.name = name
        self.kept = [line_of(then[0]) + b"\n"]
        self.started = [(line["record"], line["started"]) for line in then[1:] if "started" in line]

    def append(self, record: Event) -> None:
        if self.started and record["record"] == self.started[0][0]:
            record = record | {"started": self.started.pop(0)[1]}
        self.kept.append(line_of(record) + b"\n")


class Replay:
    def __init__(self, name: str, reporter: Reporter) -> None:
        self.script = Script(name)
        then = self.script.plan
        self.plan, self.reporter = plan_of(then), reporter
        self.first = self.script.records[0]
        counters = self.first.get("counters")
        self.options = Options(
            method=methods()[then["method"]], precision=then["precision"],
            launches=then["launches"],
            seed=then["seed"], percentiles=then["percentiles"],
            counters=counters and counters["group"])
        self.blocks = Clock()
        self.supervisor = ScriptedSupervisor(self.script, self.plan, self.blocks)
        self.interrupted = False
        self.results = Results(f"{name}.jsonl", self.script.records)
        self.recorder = Recorder(self.results, reporter, self.first["runtimes"])

    def run(self) -> None:
        then = self.script.plan
        tunings: Any = SimpleNamespace(of=lambda placement: {})
        engine = Sampler(self.supervisor, self.options,
                         (then["clock_step_ns"], then["clock_cost_ns"]), then["cache_bytes"],
                         tunings, Random(then["seed"]))
        counts = self.options.counters and self.first["counters"]["reason"] is None
        count = partial(count_events, engine, self.reporter) if counts else None
        with self._stand_ins():
            try:
                plan_measure(self.plan, engine, TurnCosts(self.options, 0.0), self.recorder,
                             then["budget"], count=count)
            except Interrupted:
                self.interrupted = True
        self.script.next("")
        assert self.script.at == len(self.script.events), "the campaign ended before its transcript"

    def conclude(self) -> None:
        """What is said at the end; where the time went is as it was then."""
        for account in self.script.records:
            if account["record"] == "account":
                self.results.append(account)
        Judging(None, None).ended(self.results, self.recorder.explained)
        nothing: Any = None
        campaign = CampaignRun(self.options, self.reporter, nothing, (0, 0), [],
                               results=self.results)
        with mock.patch.object(run, "signals_seen", lambda: self.interrupted):
            campaign._conclude(self.recorder)

    @contextmanager
    def _stand_ins(self) -> Iterator[None]:
        look = Turns._look

        def turns_then(*how: Any) -> Turns:
            *how, _share, later = how
            return Turns(*how, self.script.take("share")["seconds"], later)

        def looked(these: Turns, state: GroupState, left: int) -> None:
            then = self.script.take("look")
            assert (self.plan.groups[then["group"]], then["left"]) == (state.group, left)
            state.seconds = then["seconds"]
            look(these, state, left)

        def rounds(these: Turns, state: GroupState, _begin: float) -> int:
            taken = 0
            while not (taken and self.script.next("look")):
                these.engine.rounds(state, 1, these.block_ns)
                taken += 1
            return taken

        def ended(these: Turns) -> None:
            while stop := self.script.next("stop"):
                self.script.take("stop")
                group = self.plan.groups[stop["group"]]
                state = next(part for part in these.groups if part.group is group)
                these.recorder.end(state, stop["reason"])

        with (mock.patch.object(sampler, "time", self.blocks),
              mock.patch.object(schedule, "Turns", turns_then),
              mock.patch.object(Turns, "_end_groups", ended),
              mock.patch.object(Turns, "_look", looked),
              mock.patch.object(Turns, "_rounds", rounds),
              mock.patch.object(library, "canary", self._canary),
              mock.patch.object(library, "limits", self._limits)):
            yield

    def _canary(self, pus: list[int]) -> tuple[float, ...]:
        then = self.script.take("canary")
        assert len(pus) == then["ranks"]
        return tuple(then["values"])

    def _limits(self, _pus: list[int], _way: int, sizes: list[int]) -> list[float] | None:
        """None in a transcript that has no readings."""
        if not self.script.next("limits"):
            return None
        then = self.script.take("limits")
        assert sizes == then["sizes"]
        return then["us"]


def write_anew(name: str) -> None:
    """Today's records and words of a transcript, in place of what it has."""
    from comops.reports.terminal.reporter import TerminalReporter

    replay = Replay(name, TerminalReporter())
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        replay.run()
        replay.conclude()
    file = RECORDED / f"{name}.jsonl.xz"
    *events, printed = recorded(name)
    printed["records"][1:] = [line.decode().rstrip("\n") for line in replay.results.kept[1:]]
    printed |= {"stdout": out.buffer.getvalue().decode(), "stderr": err.getvalue()}
    with lzma.open(file, "wt", preset=9, encoding="utf-8") as lines:
        for event in (*events, printed):
            lines.write(json.dumps(event, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_anew(name)
