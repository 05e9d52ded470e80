# SPDX-License-Identifier: BSD-3-Clause
"""comops simulate: operations on other machines, simulated.

Exit 0, 1 a cell wrong or lost, 2 usage, 77 the engine is missing.
"""

import argparse
import contextlib
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

import records  # noqa: E402
from simulate.cells import Selection, cells_plan, reductions_of  # noqa: E402
from common.catalogue import CATALOGUE  # noqa: E402
from common.console import (  # noqa: E402
    Level,
    Parser,
    command_run,
    complain,
    detail,
    note,
    output_check,
    show,
    streams_open,
)
from simulate.engines.engine import Engine, Missing, Offer  # noqa: E402
from simulate.engines.jobs import Job, simulate  # noqa: E402
from simulate.machine_choice import COMOPS, engine_for, measured, platforms_of, ranks_of  # noqa: E402
from simulate.options import PROGRAM, UsageError, arguments, chosen  # noqa: E402
from simulate.platforms import PlatformError  # noqa: E402
from simulate.published import published  # noqa: E402
from simulate.records import Record  # noqa: E402
from simulate.engines.smpi import smpi_find  # noqa: E402
from simulate.table import tables  # noqa: E402
from simulate.verdicts import Groups, placement_ratios, ratios  # noqa: E402

GOOD, WRONG, USAGE, MISSING = 0, 1, 2, 77
SIZES, QUICK_SIZES = [8, 1024, 65536, 1048576], [8, 65536]
QUICK_PATTERNS = ["pingpong", "broadcast", "shift"]
RANKS_PRINTED = 256  # the most in the papers' tables


def selection(options: argparse.Namespace, offer: Offer, engine: Engine) -> Selection:
    """The part of a worker's offer that the options select; UsageError for an unknown name."""
    known = offer.implemented()
    default = [name for name in known if offer.patterns[name]["by_default"]]
    if options.consume and engine.consume == "no" != options.consume:
        raise UsageError("--consume: with smpi, reading data takes no time; it is always `no`")
    if options.buffers and not engine.caches:
        raise UsageError("--buffers: smpi has no caches; use --engine coherence")

    def named(option: str, names: list[str]) -> list[str] | None:
        text = getattr(options, option)
        return None if text is None else chosen(text, names, [], option)

    reductions = reductions_of(*(
        chosen(getattr(options, option), CATALOGUE[what], CATALOGUE[what][:1], option)
        for option, what in (("op", "operations"), ("datatype", "datatypes"))))
    return Selection(
        named("paths", offer.paths()),
        chosen(options.patterns, known, QUICK_PATTERNS if options.quick else default, "patterns"),
        named("protocols", offer.protocols()),
        options.sizes or (QUICK_SIZES if options.quick else SIZES),
        reductions,
        options.consume or engine.consume,
        options.buffers or "rewrite",
        engine.runs,
    )


def jobs_plan(options: argparse.Namespace) -> tuple[Engine, list[Job]]:
    """The requested cells; UsageError if there are none."""
    platforms = platforms_of(options)
    numbers = [ranks_of(options, platform, len(platforms) == 1) for platform in platforms]
    engine = engine_for(platforms, options.engine)
    if not options.quick:
        platforms = [measured(platform, engine) for platform in platforms]
    jobs = []
    for platform, some in zip(platforms, numbers):
        for ranks in some:
            offer = engine.offer(platform, ranks)
            asked = selection(options, offer, engine)
            cells = list(cells_plan(offer, asked, ranks, not options.patterns))
            jobs += [Job(platform, ranks, offer, cells)] if cells else []
    if not jobs:
        raise UsageError("nothing to simulate: none of these protocols implements any of these "
                         "patterns at these sizes and numbers of ranks")
    return engine, jobs


def progress(done: int, of: int, record: Record) -> None:
    """Progress: on a terminal one line, overwritten; elsewhere ten lines in all; none with -q."""
    if Parser.level == Level.QUIET:
        return
    text = f"{done} of {of}: {records.title(record)}"
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="" if done < of else "\r\033[K", file=sys.stderr, flush=True)
    elif done * 10 // of > (done - 1) * 10 // of:
        print(text, file=sys.stderr, flush=True)


def output_of(options: argparse.Namespace, jobs: list[Job]) -> Path | None:
    """The results file, which does not exist yet; None: standard output alone."""
    if not options.output and options.json:
        return None
    platforms = list({job.platform.name: job.platform for job in jobs}.values())
    name = options.output or records.default_name(platforms)
    if name.is_file() and name.stat().st_size:
        raise UsageError(f"{name} exists; name another file with -o")
    output_check(name)
    return name


def run(
    options: argparse.Namespace, engine: Engine, jobs: list[Job], name: Path | None
) -> list[Record]:
    """Simulates, writes each record as it arrives, and returns those of the cells."""
    found: list[Record] = []
    groups, of = Groups(jobs), sum(len(job.cells) for job in jobs)
    with name.open("a", encoding="utf-8") if name else contextlib.nullcontext() as file:
        def write(record: Record) -> None:
            records.write(record, file, options.json)

        write(records.campaign(engine, jobs))
        for job, cell, answer in simulate(engine, jobs):
            record = records.cell(engine, job, cell, answer)
            write(record)
            found.append(record)
            progress(len(found), of, record)
            for one in ratios(groups.add(record), engine.runtimes):
                write(one)
        for one in placement_ratios(found):
            write(one)
    return found


def campaign(options: argparse.Namespace) -> int:
    """Plan, simulate, write, print; the exit status."""
    engine, jobs = jobs_plan(options)
    name = output_of(options, jobs)
    detail(PROGRAM, f"engine {engine.name}, {sum(len(job.cells) for job in jobs)} cells")
    found = run(options, engine, jobs, name)
    if not options.json:
        show(tables(found))
    if name:
        note(PROGRAM, f"results are in {name}; for a report: `comops report {name}`")
    wrong = [record for record in found if not record["valid"]]
    for one in wrong:
        complain(PROGRAM, f"{records.title(one)}: {one['error']}")
    return WRONG if wrong else GOOD


@contextlib.contextmanager
def scratch() -> Iterator[None]:
    """Puts all temporary files into one folder, which is removed even after an interrupt."""
    interrupts = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
    tempfile.tempdir = tempfile.mkdtemp(prefix="comops-simulate-")
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, interrupts)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
        shutil.rmtree(tempfile.tempdir, ignore_errors=True)


def obey(options: argparse.Namespace) -> int:
    try:
        if options.published:
            most = options.ranks.on(RANKS_PRINTED)[-1] if options.ranks else RANKS_PRINTED
            return published(smpi_find(COMOPS), most)
        return campaign(options)
    except (UsageError, PlatformError) as error:
        complain(PROGRAM, str(error))
        return USAGE
    except BrokenPipeError:
        raise  # the reader of standard output has left
    except OSError as error:
        complain(PROGRAM, f"{error.filename}: {error.strerror}")
        return USAGE
    except Missing as error:
        complain(PROGRAM, str(error))
        return MISSING
    except KeyboardInterrupt:
        complain(PROGRAM, "interrupted")
        return 128 + signal.SIGINT


def main() -> int:
    """The command; an interrupt leaves a valid file and nothing else."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = arguments()
    with scratch():
        return obey(options)


if __name__ == "__main__":
    streams_open()
    sys.exit(command_run(PROGRAM, main))
