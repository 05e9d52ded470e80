# SPDX-License-Identifier: BSD-3-Clause
"""Divides a plan into stages: consecutive bundles of tables that are measured together, so that the
launches of each cell are spread over the time of all."""

import time
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from campaign.groups import GroupState
from campaign.machine.handovers import HandoversSeen
from campaign.planning.plan import Group, Plan, key_of
from campaign.recording import Recorder
from campaign.stage import Stage
from records.write import key_text

if TYPE_CHECKING:
    from campaign.engine import Engine
    from campaign.outlook import Outlook
    from campaign.planning.methods import Method
    from campaign.sampler import Sampler

_STAGE_S = 120  # launches are spread over this time, and as much is lost if comops is killed


def _cells(groups: list[Group]) -> int:
    return sum(len(group.candidates) for group in groups)


@dataclass
class Scheduler:
    """`done`: keys of cells that an earlier run has measured; `seconds`: for the whole plan;
    `counting`: the requested counters are available; `least`: seconds that the plan needs as far as
    is known, even if these are more."""

    plan: Plan
    sampler: "Sampler"
    outlook: "Outlook"
    recorder: Recorder
    seconds: float
    done: set[str] = field(default_factory=set)
    counting: bool = False
    least: float = 0.0

    def run(self) -> None:
        """Each stage gets its share of the remaining time; what it does not need is left to later
        stages. Raises Interrupted."""
        begin = time.monotonic()
        bundles = [list(groups) for _, groups in groupby(self.plan.groups,
                                                         lambda group: group.bundle)]
        known = [all(map(self._is_done, bundle)) for bundle in bundles]
        cells_left = sum(_cells(bundle) for bundle, done in zip(bundles, known, strict=True)
                         if not done)
        at, seen = 0, HandoversSeen()
        while at < len(bundles):
            if known[at]:
                at += 1
                continue
            spent = time.monotonic() - begin
            left = max(self.seconds - spent, self.least - spent, 0.0)
            cell_seconds = left / cells_left
            end = self._stage_end(bundles, known, at, cell_seconds)
            groups = [group for bundle in bundles[at:end] for group in bundle]
            share = cell_seconds * _cells(groups)
            promised = share / left * max(self.seconds - spent, 0.0) if left else 0.0
            Stage(self.sampler, self.outlook, self.recorder, seen, self.counting, promised, share,
                  left - share).measure(groups)
            cells_left -= _cells(groups)
            at = end
            if self.least:
                rest = [group for bundle, done in zip(bundles[at:], known[at:], strict=True)
                        for group in bundle if not done]
                now = time.monotonic() - begin
                self.least = min(self.least, now + self.outlook.least(self.sampler.options, rest))

    def _is_done(self, group: Group) -> bool:
        """True if an earlier run has measured all of the group. Incomplete bundles are measured
        again, because their launches cannot be continued."""
        method = self.sampler.options.method.name
        return bool(self.done) and all(key_text(key_of(group, candidate, method)) in self.done
                                       for candidate in group.candidates)

    def _stage_end(self, bundles: list[list[Group]], known: list[bool], at: int,
                   cell_seconds: float) -> int:
        """As many whole bundles as fit the stage's time, at least one, and no finished bundle after
        an unfinished one."""
        most = _STAGE_S if self.sampler.options.launches > 1 else 0
        cells, end = _cells(bundles[at]), at + 1
        while end < len(bundles) and not known[end]:
            cells += _cells(bundles[end])
            if cells * cell_seconds >= most:
                break
            end += 1
        return end


def run_exact(plan: Plan, engine: "Engine", recorder: Recorder, method: "Method") -> None:
    """Measures a plan on an engine whose times repeat: one block of each cell. Raises Interrupted.
    """
    for _, groups in groupby(plan.groups, lambda group: group.table):
        cells = []
        for group in groups:
            state = GroupState(group, method)
            engine.rounds(state, 1, 0.0)
            for cell in state.cells:
                cell.stopped = "error" if cell.error else method.name
            recorder.group(group, state.cells)
            cells += state.cells
        recorder.table(cells)
