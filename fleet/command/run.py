# SPDX-License-Identifier: BSD-3-Clause
"""comops fleet run: one campaign on each node of a fleet (docs/fleet.md).

Exit 0 all nodes are measured, 1 some are not, 2 usage error, 77 a library or the engine is missing,
130 interrupted.
"""

import argparse
import secrets
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from fleet.command.console import (
    DONE, INTERRUPTED, LOST, MISSING, USAGE, format_add, libraries,
)
from common.console import OutputError, Parser, choice_of, complain, note, show
from common.durations import duration_parse
from common.sizes import count_parse

PROGRAM = "comops fleet run"
WINDOW = 16
OURS = ("-o", "--output", "--resume", "--seed", "--dry-run", "--json")  # set by the sweep

with libraries(PROGRAM):
    from fleet.command.status import overview_answer, overview_of
    from fleet.engine.choice import DEFAULT, ENGINES, Missing, engine_check, engine_open
    from fleet.engine.sweep import Sweep
    from fleet.plan.folder import Busy, Folder
    from fleet.plan.jobs import Jobs
    from fleet.plan.nodes import NodesError, nodes_expand, nodes_partition
    from fleet.plan.plan import Plan, PlanError, plan_difference, plan_read, plan_write
    from fleet.plan.program import program_hash, program_path, script_write


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} DIR --nodes NODESET|@PARTITION [OPTION...] [-- OPTIONS OF COMOPS RUN]",
        description="Measure every node that has no results file in DIR yet. To continue a sweep, "
        "give only DIR.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the sweep")
    parser.add_argument("--nodes", metavar="NODESET",
                        help="node names such as n[1-4],x7, or @NAME, a Slurm partition")
    parser.add_argument("--engine", metavar="NAME", type=choice_of(ENGINES),
                        help=f"what starts the jobs: {', '.join(ENGINES)} (default: {DEFAULT}; "
                        "local: on this machine, one after the other)")
    parser.add_argument("--window", metavar="N", type=count_parse,
                        help=f"at most N jobs at a time (default: {WINDOW})")
    parser.add_argument("--wait", metavar="TIME", type=duration_parse,
                        help="how long a job may wait for its node: 90, 2m, 8h (default: no limit)")
    format_add(parser)
    options = parser.parse_args(words)
    if not options.nodes and not Folder(options.folder).plan.exists():
        parser.error(f"--nodes: there is no sweep in {options.folder} yet; name its nodes")
    return options


def plan_of(folder: Folder, asked: argparse.Namespace, run_options: list[str] | None) -> Plan:
    """The plan of the folder, or a new one; PlanError if the options differ from that plan."""
    old = plan_read(folder) if folder.plan.exists() else None
    engine = asked.engine or (old.engine if old else DEFAULT)
    engine_check(engine)
    slurm = engine == "slurm"
    new = Plan(
        created=old.created if old else datetime.now(UTC).isoformat(timespec="seconds"),
        engine=engine,
        partition=(nodes_partition(asked.nodes) if slurm else None) if asked.nodes
        else old.partition,
        nodes=tuple(nodes_expand(asked.nodes, slurm)) if asked.nodes else old.nodes,
        options=old.options if old and run_options is None else tuple(run_options or []),
        seed=old.seed if old else secrets.randbelow(2**31),
        program=program_hash(program_path()),
        window=1 if engine == "local" else asked.window or (old.window if old else WINDOW),
        wait=asked.wait or (old.wait if old else None),
    )
    difference = plan_difference(old, new) if old else ""
    if difference:
        raise PlanError(f"{folder.path} has another sweep ({difference}); use another folder")
    return new


def options_check(options: list[str]) -> None:
    """PlanError, with what comops says, if it does not take these options."""
    for word in options:
        if word.partition("=")[0] in OURS:
            raise PlanError(f"{word}: the sweep sets this itself")
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
    except FileExistsError as error:
        raise OutputError(folder.path, error) from None
    except OSError as error:
        if not folder.path.is_dir():
            raise OutputError(folder.path, error) from None


def sweep(folder: Folder, plan: Plan, form: str) -> int:
    """Measures what is missing; the exit status."""
    with closing(Jobs(folder.jobs)) as jobs:
        work = Sweep(folder, plan, engine_open(folder, plan), jobs,
                     lambda text: note(PROGRAM, text))
        try:
            work.run()
            work.engine.close()
        except KeyboardInterrupt:
            left = len(work.active) if work.engine.survives else 0
            work.interrupt()
            goes_on = f"; {left} jobs continue without it" if left else ""
            complain(PROGRAM, f"interrupted{goes_on}; to continue: comops fleet run {folder.path}")
            return INTERRUPTED
        overview = overview_of(folder, plan, jobs.read())
    show(overview_answer(overview, form))
    return LOST if overview.not_measured else DONE


def main(words: list[str]) -> int:
    at = words.index("--") if "--" in words else len(words)
    run_options = words[at + 1:] if at < len(words) else None
    asked = arguments(words[:at])
    folder = Folder(asked.folder)
    folder_check(folder)
    try:
        plan = plan_of(folder, asked, run_options)
        options_check(list(plan.options))
        folder.nodes.mkdir(parents=True, exist_ok=True)
        with folder.locked():
            plan_write(folder, plan)
            script_write(folder, program_path(), plan.options, plan.seed)
            return sweep(folder, plan, asked.format)
    except Missing as error:
        complain(PROGRAM, str(error))
        return MISSING
    except (PlanError, NodesError, Busy) as error:
        complain(PROGRAM, str(error))
        return USAGE
    except OSError as error:
        raise OutputError(folder.path, error) from None
