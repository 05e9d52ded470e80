# SPDX-License-Identifier: BSD-3-Clause
"""Alerts: what changed, by how much, since when, on which nodes, and with which facts; and those
that somebody has seen, which are silent until the same nodes change again.

What changed at a known date is told by the statistics of `comops compare`, with sweeps as launches.
"""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import numpy as np

from comops.common.files import write
from comops.reports.comparison.words import node_text
from comops.results.check import check
from comops.results.findings import FASTER, SLOWER
from comops.results.keys import CellKey
from comops.results.lines import ResultsError
from comops.results.types import TEXT, Members, list_of, objects
from comops.statistics.comparing.comparison import LEVEL, SMALLEST, exponential, verdict_of
from comops.statistics.comparing.contrasts import ComparedCell, Contrast
from comops.statistics.comparing.hierarchy import (LEVELS, Node, discoveries, highest, place_of,
                                                   tree_of)
from comops.statistics.comparing.launches import series_of
from comops.statistics.comparing.machine import variation_of
from comops.statistics.comparing.rules import HOLDS, NO_ANSWER, VIOLATED, Rule, violating
from comops_fleet.history.series import (BOUND, ChangeCandidate, FactChange, StoreSeries,
                                         candidates_of, facts_changes, series_read, times_of_nodes)
from comops_fleet.history.store import Store, StoreError, writing
from comops_fleet.history.sweeps import SweepEntry, moment_of

LEAST = 2  # sweeps of each side


def cells_at(logs: np.ndarray, split: int, keys: Sequence[CellKey]) -> list[ComparedCell]:
    """The contrasts of `logs` [sweep, cell] before and from `split`, of all cells with enough
    values on both sides, in the order of the tree."""
    cells = []
    for key, column in zip(keys, logs.T, strict=True):
        sides = column[:split], column[split:]
        if min(np.count_nonzero(~np.isnan(side)) for side in sides) < LEAST:
            continue
        times = ([None if math.isnan(log) else math.exp(log) for log in side.tolist()]
                 for side in sides)
        base, new = (series_of(side, range(1, len(side) + 1)) for side in times)
        contrast = Contrast(new.mean - base.mean, list(base.parts), list(new.parts))
        cells.append(ComparedCell(key, [contrast], (base.n, new.n)))
    return sorted(cells, key=lambda cell: place_of(cell.key))


def changed_nodes(root: Node) -> list[Node]:
    """The highest nodes of the tree that became slower or faster."""
    discovered = {id(node) for node in discoveries(root, Node.changed, LEVEL)}

    def changed(node: Node) -> bool:
        return verdict_of(node, id(node) in discovered, SMALLEST) in (SLOWER, FASTER)

    return highest(root, changed)


LEAD = 30  # sweeps before the first that is examined
ALL = 0.9  # of a stratum's nodes: then its medians represent them
FEW = 0.05


class What(NamedTuple):
    """A part of the campaign that became slower or faster: ratio and 95 % interval."""

    what: str
    cells: int
    ratio: float
    low: float
    high: float


@dataclass(frozen=True)
class Alert:
    """`since` is the first sweep with the change, in the position `sweep`, and `before` the last
    one without, in UTC. Several sweeps may have started in the same second.

    `ratio` is that of all cells together; `whats` are the largest parts that changed, `cells` those
    of all of these parts. `of` counts the nodes of the store that were measured then.
    """

    id: str
    sweep: int
    since: str
    before: str
    verdict: str
    ratio: float
    whats: list[What]
    nodes: list[str]
    of: int
    facts: list[FactChange]
    root: Node = field(repr=False, compare=False)
    cells: frozenset[CellKey] = field(repr=False, compare=False)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        members = {name: getattr(self, name) for name in
                   ("id", "since", "before", "verdict", "ratio", "nodes", "of")}
        members["changes"] = [what._asdict() for what in self.whats]
        members["facts"] = [
            {"name": fact.name, "old": fact.old, "new": fact.new, "values": fact.values,
             "nodes": len(fact.nodes)} for fact in self.facts
        ]
        return members


@dataclass(frozen=True)
class Findings:
    """What a check of a store found. `series` are those of `sweeps`, `first` is examined first."""

    series: StoreSeries
    first: int
    alerts: list[Alert]
    changes: list[FactChange]


def logs_of(store: Store, series: StoreSeries, candidate: ChangeCandidate) -> np.ndarray:
    """[sweep, cell] logarithms of the times of the candidate's nodes.

    Of practically all nodes of some strata, the mean of these strata's medians; of fewer nodes
    their own medians, less those of the rest of a stratum of which they are less than half, so that
    what happened to all is left out; a stratum of which they are few has the medians of the rest.
    """
    nodes = sorted(candidate.nodes)
    since = series.stratum[candidate.sweep:]
    here = Counter(since[:, nodes].ravel().tolist())
    every = Counter(since.ravel().tolist())
    here.pop(-1, None)
    if all(count >= ALL * every[at] for at, count in here.items()):
        return np.mean([series.logs[at] for at in sorted(here)], axis=0)
    logs = times_of_nodes(store, series.sweeps, nodes)
    ((main, count),) = here.most_common(1)
    if 2 * count >= every[main]:
        return logs
    if count <= FEW * every[main]:
        return logs - series.logs[main]
    members = np.flatnonzero((since == main).any(axis=0))
    return logs - times_of_nodes(store, series.sweeps, np.setdiff1d(members, nodes))


def window_of(candidates: Sequence[ChangeCandidate], at: int, sweeps: int) -> tuple[int, int]:
    """The sweeps to compare: from the nodes' previous change to their next one."""
    candidate = candidates[at]
    others = [other.sweep for other in candidates
              if other.found and 2 * len(other.nodes & candidate.nodes) >= len(candidate.nodes)]
    start = max((sweep for sweep in others if sweep < candidate.sweep), default=0)
    end = min((sweep for sweep in others if sweep > candidate.sweep), default=sweeps)
    return max(start, candidate.sweep - LEAD), end


def part(node: Node) -> What:
    half = node.estimates[0].reach(1 - LEVEL / 2)
    ratio, low, high = map(exponential, (node.effect, node.effect - half, node.effect + half))
    return What(node_text(node.level, node.key), len(node.cells), ratio, low, high)


def alert_of(
    store: Store, series: StoreSeries, candidates: Sequence[ChangeCandidate], at: int
) -> Alert | None:
    """The alert of a candidate; None if no cell changed by enough."""
    candidate = candidates[at]
    start, end = window_of(candidates, at, len(series.sweeps))
    logs = logs_of(store, series, candidate)[start:end]
    cells = cells_at(logs, candidate.sweep - start, series.cells)
    if not cells:
        return None
    root = tree_of(cells, variation_of(cells))
    nodes = sorted(changed_nodes(root), key=lambda node: -abs(node.effect))
    if not nodes and candidate.found and abs(root.effect) > BOUND:
        nodes = [root]
    if not nodes:
        return None
    verdict = SLOWER if nodes[0].effect > 0 else FASTER
    before, since = (series.sweeps[at].started for at in (candidate.sweep - 1, candidate.sweep))
    names = sorted(series.nodes[node] for node in candidate.nodes)
    text = "\n".join([series.sweeps[candidate.sweep].id, verdict, *names])
    return Alert(
        id=hashlib.sha256(text.encode()).hexdigest()[:8], sweep=candidate.sweep,
        since=since, before=before, verdict=verdict, ratio=exponential(root.effect),
        whats=[part(node) for node in nodes], nodes=names,
        of=int((series.stratum[candidate.sweep] >= 0).sum()), facts=list(candidate.facts),
        root=root, cells=frozenset(cell.key for node in nodes for cell in node.cells),
    )


def find(store: Store, sweeps: Sequence[SweepEntry], seconds: float) -> Findings:
    """All changes at sweeps that started in this period before the last one."""
    try:
        since = str(datetime.fromisoformat(sweeps[-1].started) - timedelta(seconds=seconds))
    except (IndexError, OverflowError):
        since = ""  # before all
    first = next((at for at, sweep in enumerate(sweeps) if sweep.started >= since), len(sweeps))
    start = max(0, first - LEAD)
    series = series_read(store, sweeps[start:])
    changes = facts_changes(store, series.sweeps)
    candidates = candidates_of(series, changes)
    examined = [at for at, change in enumerate(candidates) if change.sweep >= max(first - start, 1)]
    alerts = [alert_of(store, series, candidates, at) for at in examined]
    kept = sorted(filter(None, alerts),
                  key=lambda alert: -abs(np.log(alert.ratio)) * len(alert.nodes))
    return Findings(series, first - start, kept, changes)


def outcome_of(rule: Rule, alerts: Sequence[Alert], enough: bool) -> tuple[str, list[Alert]]:
    """The outcome of a rule, and the alerts that violate it or may violate it."""
    broken = [alert for alert in alerts if violating(rule, alert.root)]
    if broken:
        return VIOLATED, broken
    open_ = [alert for alert in alerts if may_break(rule, alert.root)]
    return (HOLDS if enough and not open_ else NO_ANSWER), open_


def may_break(rule: Rule, node: Node) -> bool:
    """Whether the interval of any implementation or of the whole does not exclude it."""
    return node.level != LEVELS[-1] and (
        not rule.kept_by(node) or any(may_break(rule, child) for child in node.children))


LAST, SEEN = "alerts.json", "acknowledged.json"
NEAR = timedelta(days=3)  # more sweeps may move the date of a change
SHARE = 0.5  # of an alert's nodes

# The members that are read, which somebody may have edited.
MEMBERS: Members = {"id since verdict": TEXT, "nodes": list_of(TEXT)}
TYPES = {LAST: objects(MEMBERS), SEEN: objects({**MEMBERS, "why": TEXT})}

Record = Mapping[str, Any]
Known = tuple[Alert, str]  # an acknowledged alert and the reason given


def list_read(store: Store, name: str) -> list[Record]:
    """A list of records, empty without a file; StoreError if it is no such list."""
    file = store.folder / name
    try:
        records = json.loads(file.read_bytes())
        check(TYPES[name], records)
        for record in records:
            moment_of(record["since"])
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError, ResultsError) as error:
        raise StoreError(f"{file}: cannot be read: {error}") from None
    return records


def list_write(store: Store, name: str, records: Sequence[Record]) -> None:
    write(store.folder / name, (json.dumps(records, indent=1) + "\n").encode())


def acknowledge(store: Store, name: str, why: str, when: str) -> Record:
    """Marks the alert of this id as seen; StoreError if the last check found no such alert."""
    with writing(store):
        records = [record for record in list_read(store, LAST) if record["id"] == name]
        if not records:
            raise StoreError(
                f"no alert {name}; `comops history check` lists alerts with their ids")
        seen = {key: records[0][key] for key in ("id", "since", "verdict", "nodes")}
        seen |= {"why": why, "when": when}
        list_write(store, SEEN, [*list_read(store, SEEN), seen])
    return seen


def seen_of(alert: Alert, seen: Sequence[Record]) -> Record | None:
    """The acknowledgement that silences an alert: same direction, same days, mostly its nodes."""
    nodes = set(alert.nodes)
    for record in reversed(seen):
        apart = abs(moment_of(record["since"]) - moment_of(alert.since))
        if (record["verdict"] == alert.verdict and apart <= NEAR
                and len(nodes.intersection(record["nodes"])) >= SHARE * len(nodes)):
            return record
    return None


def split_seen(store: Store, alerts: Sequence[Alert]) -> tuple[list[Alert], list[Known]]:
    """New alerts, and those that are acknowledged, with the reason given."""
    seen = list_read(store, SEEN)
    seen_before = [(alert, seen_of(alert, seen)) for alert in alerts]
    return ([alert for alert, record in seen_before if record is None],
            [(alert, record["why"]) for alert, record in seen_before if record is not None])
