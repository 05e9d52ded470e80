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
from comops.measure.planning.option_values import names
from comops.measure.planning.options import MOST, OFTEN, SOMETIMES, Option, Options, parser_of
from comops.results.write import ResultsError, ResultsFile
from comops_simulate.curve_files import PROGRAM, curves_named, with_curves
from comops_simulate.descriptions.description import PROTOCOLS
from comops_simulate.engines import NoSimulator
from comops_simulate.generic import SHAPES
from comops_simulate.machine_choice import (NAMES, Ranks, coherent, measured, platforms_of,
                                            ranks_of, simulator_for)
from comops_simulate.plan import METHOD, SimulatedPlanner, anywhere
from comops_simulate.platforms import JUDGED, Platform, PlatformError
from comops_simulate.simulator import MISSING

GOOD, WRONG, USAGE = 0, 1, 2
SIZES, QUICK_SIZES = [8, 1024, 65536, 1048576], [8, 65536]
QUICK_PATTERNS = ["pingpong", "broadcast", "shift"]
ABOUT = """Simulates shared memory and MPI on other machines.

  comops simulate --platform 2x-epyc-7601 -p broadcast -s 8,64K
  comops simulate --xml FILE --core-to-core FILE     a machine of your own"""

_RUN = {option.name: option for option in run_options.TABLE}
TABLE = (
    Option("platform", "", "NAME,...", "one or more machines, each a placement of its own; "
           "`all`: every one with a measured matrix; --help-all lists the names", str, MOST),
    _RUN["patterns"],
    _RUN["sizes"]._replace(help="message sizes in bytes: 8,1K,4M; a range doubles (default: "
                           "8,1K,64K,1M)"),
    Option("ranks", "n", "LIST|MIN:MAX", "numbers of ranks; a range doubles; `all` is one per core "
           "(default: all, at most 16)", Ranks, MOST),
    Option("quick", "", "", "simulate three operations and two sizes, and do not measure "
           "the machine `this` first", None, MOST),
    _RUN["paths"]._replace(help="threads, mpi (default: all that can be simulated)"),
    _RUN["protocols"]._replace(help="protocols, or `all` (default: those of `comops run`; with "
                               "--patterns, all)"),
    _RUN["output"]._replace(help="results file (default: comops-PLATFORM-TIME.jsonl); - is the "
                            "same as --json"),
    Option("json", "j", "", "print records instead of tables, and write no file without -o", None,
           OFTEN),
    Option("xml", "x", "FILE", "simulate a machine that hwloc saved (lstopo FILE.xml)", Path,
           SOMETIMES),
    Option("core-to-core", "", "FILE", "a CSV matrix of the times, in nanoseconds, that a cache "
           "line takes between the cores of the machine in --xml", Path, SOMETIMES,
           "core_to_core"),
    Option("curves", "", "CLASS=FILE,...", "simulate MPI by what messages took on the machine: "
           "texts of osu_latency or IMB PingPong, or results files of comops with a ping-pong, one "
           "for each distance of two cores: llc (one cache), node, socket, far", names, SOMETIMES),
    _RUN["placements"]._replace(help="where the ranks of the machine in --xml run, each as a "
                                "machine of its own: bus,crossbar,pu:LIST,... or `all`; `comops "
                                "machine --help` explains the names (default: a socket first, and "
                                "in it a cache)", group=SOMETIMES),
    Option("coherence", "", "NAME", "coherence protocol of all machines: mesi, mesif, moesi, "
           "intel, skylake (default: by the processor; the results say which and why)",
           choice_of(PROTOCOLS), SOMETIMES),
    _RUN["op"], _RUN["datatype"],
    _RUN["buffers"]._replace(help="reuse, rewrite (default), cold (threads only)"),
    _RUN["consume"]._replace(help="when receivers read their data: no, between, timed (default: "
                             "timed)"),
    Option("heat", "", "NAME|FILE", "instead, draw the times between all pairs of cores of a "
           "machine with a measured matrix, or of the matrix in FILE", str, SOMETIMES),
)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = parser_of(
        TABLE, prog=PROGRAM,
        description=ABOUT,
        epilog=f"NAME is one of {', '.join((*NAMES, SHAPES))}; "
        "simulation.md describes the machines and how "
        "accurate their times are.")
    given = parser.parse_args(words)
    asked = {name for name, value in vars(given).items() if value}
    if given.heat and asked - {"heat"}:
        parser.error("--heat cannot be combined with other options")
    if given.output == "-":
        given.output, given.json = None, True
    return given


def options_of(given: argparse.Namespace) -> Options:
    """As `comops run` understands them."""
    return Options(
        patterns=given.patterns or (QUICK_PATTERNS if given.quick else None), paths=given.paths,
        protocols=given.protocols, sizes=given.sizes or (QUICK_SIZES if given.quick else SIZES),
        operations=given.operations, datatypes=given.datatypes, buffers=given.buffers,
        consume=given.consume, method=METHOD, precision=0, seed=0)


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
    from comops_simulate.campaign import (SimulatedRecorder, Simulation, first_record, merged,
                                          simulate)

    platforms = platforms_of(given)
    numbers = [ranks_of(given, platform, len(platforms) == 1) for platform in platforms]
    simulator = simulator_for(platforms)
    planner = SimulatedPlanner(options_of(given), simulator,
                               bool(given.patterns or given.protocols))
    if not given.quick:
        platforms = [measured(platform, given.paths) for platform in platforms]
    if given.curves:
        platforms = [with_curves(platform, curves_named(given.curves, platform))
                     for platform in platforms]
    if given.coherence:
        platforms = [coherent(platform, given.coherence) for platform in platforms]
    placed = Machine.load(str(given.xml)) if given.placements else None
    machines = (planner.placed(placed, platforms[0], given.placements, numbers[0]) if placed else
                [machine for group in map(anywhere, platforms, numbers) for machine in group])
    plan = planner.make_on(machines)
    results = results_of(given, platforms)
    detail(PROGRAM, f"{plan.cells} cells")
    for text in plan.notes + [text for platform in platforms
                              for text in (platform.machine or {}).get("notes", ())]:
        note(PROGRAM, text)
    reporter = SimulatedReporter(plan.cells, not given.json)
    with results:
        judged = {place.name for platform, place in machines if platform.kind in JUDGED}
        runtimes = merged(engine.runtimes for engine in simulator.engines)
        recorder = SimulatedRecorder(results, reporter, runtimes, judged,
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
