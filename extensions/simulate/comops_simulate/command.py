# SPDX-License-Identifier: BSD-3-Clause
"""comops simulate: operations on other machines, simulated.

Exit 0, 1 a cell wrong or lost, 2 usage, 77 the engine is missing.
"""

import argparse
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from comops.common.console import UsageError, choice_of, complain, detail, note, show
from comops.common.signals import signals_held
from comops.measure.planning import options as run_options
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import MOST, OFTEN, SOMETIMES, Option, Options, parser_of
from comops.results.write import ResultsError, ResultsFile
from comops_simulate.descriptions.description import PROTOCOLS
from comops_simulate.engines import NoSimulator, SimulationEngine, Smpi
from comops_simulate.generic import SHAPES
from comops_simulate.machine_choice import (NAMES, Ranks, coherent, engine_for, measured,
                                            platforms_of, ranks_of)
from comops_simulate.plan import METHOD, SimulatedPlanner, anywhere
from comops_simulate.platforms import Platform, PlatformError
from comops_simulate.simulator import MISSING, Simulator

PROGRAM = "comops simulate"
GOOD, WRONG, USAGE = 0, 1, 2
SIZES, QUICK_SIZES = [8, 1024, 65536, 1048576], [8, 65536]
QUICK_PATTERNS = ["pingpong", "broadcast", "shift"]
RANKS_PRINTED = 256  # the most in the papers' tables
ABOUT = """Simulates shared memory and MPI on other machines.

  comops simulate --platform 2x-epyc-7601 -p broadcast -s 8,64K
  comops simulate --xml FILE --core-to-core FILE     a machine of your own"""

_RUN = {one.name: one for one in run_options.TABLE}
TABLE = (
    Option("platform", "", "NAME|FILE,...", "one or more machines, each a placement of its own; "
           "`all`: every one with a measured matrix; --help-all lists the names", str, MOST),
    _RUN["patterns"],
    _RUN["sizes"]._replace(help="message sizes in bytes: 8,1K,4M; a range doubles (default: "
                           "8,1K,64K,1M)"),
    Option("ranks", "n", "LIST|MIN:MAX", "numbers of ranks; a range doubles; `all` is one per core "
           "(default: all, at most 16)", Ranks, MOST),
    Option("quick", "", "", "simulate three operations and two sizes, and do not measure "
           "the machine `this` first", None, MOST),
    _RUN["paths"]._replace(help="threads, mpi (default: all that the engine has)"),
    _RUN["protocols"]._replace(help="protocols, or `all` (default: those of `comops run`; with "
                               "--patterns, all)"),
    Option("engine", "", "NAME", "coherence simulates each memory access of both paths on one "
           "machine; smpi simulates each MPI message, also on clusters (default: coherence if it "
           "can simulate the machine)", choice_of(("coherence", "smpi")), OFTEN),
    _RUN["output"]._replace(help="results file (default: comops-PLATFORM-TIME.jsonl); - is the "
                            "same as --json"),
    Option("json", "j", "", "print records instead of tables, and write no file without -o", None,
           OFTEN),
    Option("xml", "x", "FILE", "simulate a machine that hwloc saved (lstopo FILE.xml)", Path,
           SOMETIMES),
    Option("core-to-core", "", "FILE", "a CSV matrix of the times, in nanoseconds, that a cache "
           "line takes between the cores of the machine in --xml", Path, SOMETIMES,
           "core_to_core"),
    _RUN["placements"]._replace(help="where the ranks of the machine in --xml run, each as a "
                                "machine of its own: bus,crossbar,pu:LIST,... or `all`; `comops "
                                "machine --help` explains the names (default: a socket first, and "
                                "in it a cache)", group=SOMETIMES),
    Option("coherence", "", "NAME", "coherence protocol of all machines: mesi, mesif, moesi, "
           "intel, skylake (default: by the processor; the results say which and why)",
           choice_of(PROTOCOLS), SOMETIMES),
    _RUN["op"], _RUN["datatype"],
    _RUN["buffers"]._replace(help="reuse, rewrite (default), cold; not with smpi"),
    _RUN["consume"]._replace(help="when receivers read their data: no, between, timed (default: "
                             "timed; with smpi: no)"),
    Option("heat", "", "NAME|FILE", "instead, draw the times between all pairs of cores of a "
           "machine with a measured matrix, or of the matrix in FILE", str, SOMETIMES),
    Option("published", "", "", "predict the tables printed in the papers, with smpi, for all "
           "numbers of ranks up to that of --ranks", None, SOMETIMES),
)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = parser_of(
        TABLE, prog=PROGRAM,
        description=ABOUT,
        epilog=f"NAME is one of {', '.join((*NAMES, SHAPES))}; "
        "FILE is a SimGrid platform file. simulation.md describes the machines and how "
        "accurate their times are.")
    given = parser.parse_args(words)
    asked = {name for name, value in vars(given).items() if value}
    if given.heat and asked - {"heat", "engine"}:
        parser.error("--heat cannot be combined with other options")
    if given.published and asked - {"published", "ranks", "engine"}:
        parser.error("--published can only be combined with --ranks")
    if given.output == "-":
        given.output, given.json = None, True
    return given


def options_of(given: argparse.Namespace, engine: SimulationEngine) -> Options:
    """As `comops run` understands them."""
    if given.consume and engine.consume == "no" and given.consume != ["no"]:
        raise UsageError("--consume: with smpi, reading data takes no time; it is always `no`")
    if given.buffers and not engine.caches:
        raise UsageError("--buffers: smpi has no caches; use --engine coherence")
    return Options(
        patterns=given.patterns or (QUICK_PATTERNS if given.quick else None), paths=given.paths,
        protocols=given.protocols, sizes=given.sizes or (QUICK_SIZES if given.quick else SIZES),
        operations=given.operations, datatypes=given.datatypes, buffers=given.buffers,
        consume=given.consume or [engine.consume], method=METHOD, precision=0, seed=0)


def results_of(given: argparse.Namespace, platforms: list[Platform]) -> ResultsFile:
    """The results file, which is new; - is standard output alone."""
    if not given.output and not given.json:
        name = Path(platforms[0].name).stem.replace(":", "-")
        return ResultsFile.create_default(name + "-and-others" * (len(platforms) > 1))
    if given.output and os.path.isfile(given.output) and os.path.getsize(given.output):
        raise UsageError(f"{given.output} exists; name another file with -o")
    return ResultsFile.create(given.output or "-")


def campaign(given: argparse.Namespace, words: list[str]) -> int:
    """Plan, simulate, write, print; the exit status."""
    from comops.reports.terminal.reporter import SimulatedReporter  # these import NumPy
    from comops_simulate.campaign import SimulatedRecorder, Simulation, first_record, simulate

    platforms = platforms_of(given)
    numbers = [ranks_of(given, platform, len(platforms) == 1) for platform in platforms]
    engine = engine_for(platforms, given.engine)
    simulator, options = Simulator(engine), options_of(given, engine)
    planner = SimulatedPlanner(options, simulator, bool(given.patterns or given.protocols))
    if not given.quick:
        platforms = list(map(measured, platforms))
    platforms = [coherent(platform, engine, given.coherence) for platform in platforms]
    placed = Machine.load(str(given.xml)) if given.placements else None
    machines = (planner.placed(placed, platforms[0], given.placements, numbers[0]) if placed else
                [one for some in map(anywhere, platforms, numbers) for one in some])
    plan = planner.make_on(machines)
    results = results_of(given, platforms)
    detail(PROGRAM, f"engine {engine.name}, {plan.cells} cells")
    for one in plan.notes + [one for platform in platforms
                             for one in (platform.machine or {}).get("notes", ())]:
        note(PROGRAM, one)
    reporter = SimulatedReporter(plan.cells, not given.json)
    with results:
        recorder = SimulatedRecorder(results, reporter, engine.runtimes,
                                     show if given.json and given.output else None)
        simulation = Simulation(simulator, plan, machines)
        recorder.append(first_record(simulation, plan, machines, words, placed))
        simulate(simulation, plan, recorder)
        results.check_place()
        reporter.concluded(results)
    if reporter.failure:
        raise reporter.failure
    return WRONG if recorder.lost else GOOD


@contextlib.contextmanager
def scratch() -> Iterator[None]:
    """Puts all temporary files into one folder, which is removed even after an interrupt."""
    with contextlib.ExitStack() as held:
        held.enter_context(signals_held())
        tempfile.tempdir = tempfile.mkdtemp(prefix="comops-simulate-")
        try:
            held.close()
            yield
        finally:
            with signals_held():
                shutil.rmtree(tempfile.tempdir, ignore_errors=True)


def obey(given: argparse.Namespace, words: list[str]) -> int:
    try:
        if given.heat:
            from comops.reports.terminal.heat import heat_shown
            from comops_simulate.descriptions.heat import heat_of

            show(heat_shown(heat_of(given.heat)))
            return GOOD
        if given.published:
            from comops_simulate.published import published

            most = given.ranks.on(RANKS_PRINTED)[-1] if given.ranks else RANKS_PRINTED
            published(Simulator(Smpi()), most)
            return GOOD
        return campaign(given, words)
    except (UsageError, PlatformError) as error:
        complain(PROGRAM, error)
        return USAGE
    except (ResultsError, RuntimeError) as error:
        complain(PROGRAM, error)
        return WRONG
    except BrokenPipeError:
        raise  # the reader of standard output has left
    except OSError as error:
        complain(PROGRAM, f"{error.filename}: {error.strerror}")
        return USAGE
    except NoSimulator as error:
        complain(PROGRAM, error)
        return MISSING
    except KeyboardInterrupt:
        complain(PROGRAM, "interrupted")
        raise


def main(words: list[str]) -> int:
    """The command; an interrupt leaves a valid file and nothing else."""
    given = arguments(words)
    with scratch():
        return obey(given, words)
