# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet run: one campaign on each node of a fleet (extensions/fleet/docs/fleet.md).
comops fleet status: which nodes are measured, and why others are not.

Exit 0 done, with `run` all nodes are measured, 1 some are not, 2 usage error or no sweep, 77 a
library or the engine is missing.
"""

import argparse
import secrets
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from comops.common.console import USAGE, OutputError, Parser, choice_of, complain, note, show
from comops.common.durations import duration_parse
from comops.common.libraries import MISSING
from comops.common.sizes import count_parse
from comops.common.terminal import plain
from comops_fleet.console import DONE, LOST, by_reason, format_add, libraries

RUN, STATUS = "comops fleet run", "comops fleet status"
WINDOW = 16
OURS = ("-o", "--output", "--resume", "--seed", "--dry-run", "--json")  # set by the sweep
LINES = 16  # of nodes with a reason, at most
SCHEMA = "comops-fleet-status/1"

with libraries("comops fleet"):
    from comops.measure.launch.places import program_hash
    from comops.reports.words.escape import json_text
    from comops_fleet.run.engine import (ATTACHED, DEFAULT, ENGINES, PSIJ, JobEngine, NoEngine,
                                         Shell, Slurm, engine_check)
    from comops_fleet.run.plan import (Folder, Job, Jobs, PlanError, State, SweepPlan, jobs_read,
                                       nodes_expand, nodes_fold, nodes_partition, plan_difference,
                                       plan_read, plan_write)
    from comops_fleet.run.sweep import INTERRUPTION, SweepRun, program_path, script_write


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


def overview_of(folder: Folder, plan: SweepPlan, jobs: Mapping[str, Job]) -> Overview:
    """A node with a results file is measured, whatever its job was; a job that has ended with a
    `fleet run` that was killed is no longer running."""
    measured, at_work = folder.measured(), folder.is_locked()
    states: dict[State, dict[str, str]] = defaultdict(dict)
    for node in plan.nodes:
        job = jobs.get(node)
        state = job.state if job and job.state != State.MEASURED else State.WAITING
        reason = job.reason if job and job.reason else "no job yet"
        if state == State.RUNNING and plan.engine in ATTACHED and not at_work:
            state, reason = State.NOT_MEASURED, INTERRUPTION
        states[State.MEASURED if node in measured else state][node] = reason
    return Overview(plan.engine, plan.created, at_work, list(states[State.MEASURED]),
                    list(states[State.RUNNING]), states[State.WAITING],
                    states[State.NOT_MEASURED])


def _reasons(nodes: Mapping[str, str]) -> list[str]:
    """A line for each reason, the most frequent first."""
    most = sorted(by_reason(nodes.items()).items(), key=lambda item: -len(item[1]))
    lines = [f"    {nodes_fold(names)}: {plain(reason)}" for reason, names in most[:LINES]]
    rest = sum(len(names) for _, names in most[LINES:])
    return lines + ([f"    and {rest} nodes for other reasons: --format json"] if rest else [])


def overview_text(overview: Overview) -> str:
    """One screen."""
    parts = {"measured": overview.measured, "running": overview.running,
             "waiting": overview.waiting, "not measured": overview.not_measured}
    total = sum(map(len, parts.values()))
    lines = [f"{len(overview.measured)} of {total} nodes measured; engine {overview.engine}, "
             f"planned {overview.created}"]
    for name, nodes in parts.items():
        folded = f"  {nodes_fold(nodes)}" if isinstance(nodes, list) and nodes else ""
        lines.append(f"  {name:<12} {len(nodes):>5}{folded}")
        if isinstance(nodes, dict):
            lines += _reasons(nodes)
    if len(overview.measured) < total and not overview.at_work:
        lines.append("No comops fleet run is working on this now; start it again to measure the "
                     "missing nodes.")
    return "".join(f"{line}\n" for line in lines)


def overview_show(folder: Folder, plan: SweepPlan, form: str) -> Overview:
    """Prints it as text or as JSON."""
    overview = overview_of(folder, plan, jobs_read(folder))
    show(json_text({"schema": SCHEMA} | asdict(overview)) if form == "json"
         else overview_text(overview))
    return overview


def status(words: list[str]) -> int:
    parser = Parser(prog=STATUS, description="Shows which nodes of a sweep are measured, running "
                    "and waiting, and why others are not measured.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the sweep")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    try:
        overview_show(Folder(options.folder), plan_read(options.folder), options.format)
    except PlanError as error:
        complain(STATUS, error)
        return USAGE
    return DONE


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=RUN,
        usage=f"{RUN} DIR --nodes NODESET|@PARTITION [OPTION...] [-- OPTIONS OF COMOPS RUN]",
        description="Measures every node that has no results file in DIR yet. To continue a sweep, "
        "name only DIR.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the sweep")
    parser.add_argument("--nodes", metavar="NODESET",
                        help="node names such as n[1-4],x7, or @NAME, a Slurm partition")
    parser.add_argument("--engine", metavar="NAME", type=choice_of(ENGINES),
                        help=f"what starts the jobs: {', '.join(ENGINES)} (default: {DEFAULT}); "
                        "local runs them on this machine, one after the other")
    parser.add_argument("--window", metavar="N", type=count_parse,
                        help=f"at most N jobs at a time (default: {WINDOW})")
    parser.add_argument("--wait", metavar="TIME", type=duration_parse,
                        help="how long a job may wait for its node: 90, 2m, 8h (default: no limit)")
    format_add(parser, "text", "json")
    options = parser.parse_args(words)
    if not options.nodes and not Folder(options.folder).plan.exists():
        parser.error(f"--nodes: there is no sweep in {options.folder} yet; name its nodes")
    return options


def plan_of(folder: Folder, asked: argparse.Namespace, run_options: list[str] | None) -> SweepPlan:
    """The plan of the folder, or a new one; PlanError if the options differ from that plan."""
    old = plan_read(folder.path) if folder.plan.exists() else None
    plan = old or SweepPlan(
        created=datetime.now(UTC).isoformat(timespec="seconds"), engine=DEFAULT, partition=None,
        nodes=[], options=[], seed=secrets.randbelow(2**31), program="", window=WINDOW, wait=None)
    engine = asked.engine or plan.engine
    engine_check(engine)
    new = replace(
        plan, engine=engine, program=program_hash(Path(program_path())),
        options=plan.options if run_options is None else run_options,
        window=1 if engine == "local" else asked.window or plan.window,
        wait=asked.wait or plan.wait)
    if asked.nodes:
        slurm = engine == "slurm"
        new = replace(new, partition=nodes_partition(asked.nodes) if slurm else None,
                      nodes=nodes_expand(asked.nodes, slurm))
    difference = plan_difference(old, new) if old else ""
    if difference:
        raise PlanError(f"{folder.path} has another sweep ({difference}); use another folder")
    return new


def options_check(options: list[str]) -> None:
    """PlanError, with what comops says, if it does not take these options."""
    for word in options:
        if word.partition("=")[0] in OURS:
            raise PlanError(f"{word}: the sweep sets this itself")
        if not word.isprintable():
            raise PlanError(f"{word!r}: an option of comops run is printable")
    done = subprocess.run([program_path(), "run", "--quiet", *options, "--dry-run"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode == USAGE:
        raise PlanError(f"not options of comops run: {done.stderr}")


def folder_check(folder: Folder) -> None:
    """OutputError if the folder can neither be used nor made."""
    try:
        folder.path.mkdir(exist_ok=True)
        if not folder.plan.exists():
            folder.path.rmdir()  # until there is a plan
    except OSError as error:
        if not folder.path.is_dir():
            raise OutputError(folder.path, error) from None


def engine_open(folder: Folder, plan: SweepPlan) -> JobEngine:
    """The engine of the plan."""
    if plan.engine == "slurm":
        return Slurm(folder, plan)
    if plan.engine in PSIJ:
        from comops_fleet.run.psij_jobs import PsijJobs

        return PsijJobs(folder, plan.engine)
    return Shell(folder, ssh=plan.engine == "ssh")


def sweep(folder: Folder, plan: SweepPlan, form: str) -> int:
    """Measures what is missing; the exit status."""
    with closing(Jobs(folder.jobs)) as jobs:
        work = SweepRun(folder, plan, engine_open(folder, plan), jobs,
                        lambda text: note(RUN, text))
        try:
            work.run()
            work.engine.close()
        except KeyboardInterrupt:
            left = len(work.active) if work.engine.survives else 0
            work.interrupt()
            raise KeyboardInterrupt(*[f"{left} jobs continue without it"] * (left > 0)) from None
    return LOST if overview_show(folder, plan, form).not_measured else DONE


def run(words: list[str]) -> int:
    at = words.index("--") if "--" in words else len(words)
    run_options = words[at + 1:] if at < len(words) else None
    asked = arguments(words[:at])
    folder = Folder(asked.folder)
    folder_check(folder)
    try:
        plan = plan_of(folder, asked, run_options)
        options_check(plan.options)
        folder.nodes.mkdir(parents=True, exist_ok=True)
        with folder.locked():
            plan_write(folder, plan)
            script_write(folder, program_path(), plan.options, plan.seed)
            return sweep(folder, plan, asked.format)
    except KeyboardInterrupt as end:
        if folder.plan.exists():
            complain(RUN, "; ".join(["interrupted", *end.args,
                                     f"to continue: comops fleet run {folder.path}"]))
        raise
    except NoEngine as error:
        complain(RUN, error)
        return MISSING
    except PlanError as error:
        complain(RUN, error)
        return USAGE
    except OSError as error:
        raise OutputError(folder.path, error) from None
