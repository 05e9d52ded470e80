# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet status: which nodes of a sweep are measured, and why others are not.

Exit 0, 2 there is no sweep, 77 a library is missing.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from fleet.command.console import DONE, USAGE, format_add, libraries
from common.console import Parser, complain, show
from common.terminal import plain

PROGRAM = "comops fleet status"
LINES = 16  # of nodes with a reason, at most
SCHEMA = "comops-fleet-status/1"

with libraries(PROGRAM):
    from fleet.plan.folder import Folder
    from fleet.plan.jobs import Job, Jobs, State
    from fleet.plan.nodes import nodes_fold
    from fleet.plan.plan import Plan, PlanError, plan_read
    from reports.words.escape import json_text


@dataclass(frozen=True)
class Overview:
    """The progress of a sweep: node names, some with the reason."""

    engine: str
    created: str
    at_work: bool  # whether a `fleet run` is
    measured: list[str]
    running: list[str]
    waiting: dict[str, str]
    not_measured: dict[str, str]


def overview_of(folder: Folder, plan: Plan, jobs: Mapping[str, Job]) -> Overview:
    """A node with a results file is measured, whatever its job was."""
    measured = folder.measured()
    rest = [node for node in plan.nodes if node not in measured]
    states: dict[State, dict[str, str]] = defaultdict(dict)
    for node in rest:
        job = jobs.get(node)
        state = job.state if job and job.state != State.MEASURED else State.WAITING
        states[state][node] = job.reason if job and job.reason else "no job yet"
    return Overview(plan.engine, plan.created, folder.is_locked(),
                    [node for node in plan.nodes if node in measured],
                    list(states[State.RUNNING]), states[State.WAITING],
                    states[State.NOT_MEASURED])


def _reasons(nodes: Mapping[str, str]) -> list[str]:
    """A line for each reason, the most frequent first."""
    by_reason = defaultdict(list)
    for node, reason in nodes.items():
        by_reason[reason].append(node)
    most = sorted(by_reason.items(), key=lambda one: -len(one[1]))
    lines = [f"    {nodes_fold(names)}: {plain(reason)}" for reason, names in most[:LINES]]
    rest = sum(len(names) for _, names in most[LINES:])
    return lines + ([f"    and {rest} nodes for other reasons: --format json"] if rest else [])


def overview_text(overview: Overview) -> str:
    """One screen."""
    total = sum(len(part) for part in (overview.measured, overview.running, overview.waiting,
                                       overview.not_measured))
    lines = [f"{len(overview.measured)} of {total} nodes measured; engine {overview.engine}, "
             f"planned {overview.created}"]
    for name, nodes in (("measured", overview.measured), ("running", overview.running),
                        ("waiting", overview.waiting), ("not measured", overview.not_measured)):
        folded = f"  {nodes_fold(nodes)}" if isinstance(nodes, list) and nodes else ""
        lines.append(f"  {name:<12} {len(nodes):>5}{folded}")
        if isinstance(nodes, dict):
            lines += _reasons(nodes)
    if len(overview.measured) < total and not overview.at_work:
        lines.append("No comops fleet run is working on this now; start it again to measure the "
                     "missing nodes.")
    return "".join(f"{line}\n" for line in lines)


def overview_answer(overview: Overview, form: str) -> str:
    """As text or as JSON."""
    if form == "json":
        return json_text({"schema": SCHEMA} | asdict(overview))
    return overview_text(overview)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Show which nodes of a sweep are measured, running "
                    "and waiting, and why others are not measured.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the sweep")
    format_add(parser)
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    options = arguments(words)
    folder = Folder(options.folder)
    try:
        plan = plan_read(folder)
    except PlanError as error:
        complain(PROGRAM, str(error))
        return USAGE
    jobs = {}
    if folder.jobs.exists():
        with closing(Jobs(folder.jobs)) as table:
            jobs = table.read()
    show(overview_answer(overview_of(folder, plan, jobs), options.format))
    return DONE
