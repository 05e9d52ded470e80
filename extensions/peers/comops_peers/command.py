# SPDX-License-Identifier: BSD-3-Clause
"""comops peers: our direct copies, MPI libraries, other benchmarks and the machine's ceilings.

Exit 0 measured, 1 something was lost, 2 usage, 77 nothing can be measured.
"""

import argparse
import json
import os
import platform
import shlex
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from comops.common.catalogue import PATTERNS
from comops.common.console import choice_of, output_check, print_error, show
from comops.common.durations import duration_parse
from comops.common.sizes import count_parse, sizes_parse, words_of
from comops.measure.planning.option_values import LAUNCHES_LEAST, names
from comops.measure.planning.options import MOST, SOMETIMES, Option, parser_of
from comops.reports.command.console import STANDARD_OUTPUT, answer_write
from comops.reports.words.trust import verdict_text
from comops.results.read import Campaign
from comops.statistics.verdicts import library_name
from comops_peers.obtain import PEERS, default_folder
from comops_peers.osu import programs_in
from comops_peers.programs import PROGRAM, Unavailable, comops_here, complain, pus_of
from comops_peers.run import Run
from comops_peers.tables import Section, section_json, section_text

ABOUT = """Compares our own shared-memory code with MPI libraries, other benchmarks and this
machine's limits, on the same cores: MPI libraries in one campaign, programs in turns.

  comops peers --peers mpich --patterns broadcast"""
SCHEMA = "comops-peers/1"
MEASURED, LOST, CANNOT_RUN = 0, 1, 77
COMPARED = [*(name for name, pattern in PATTERNS.items() if pattern["by_default"]),
            "allreduce", "alltoall", "barrier"]
SIZES = [*(8 * 4**power for power in range(10)), 4 * 1024**2]


def list_of(known: Iterable[str]) -> Callable[[str], list[str]]:
    choose = choice_of(known)
    return lambda text: list(map(choose, words_of(text)))


def pattern_list(text: str) -> list[str]:
    return list(map(choice_of(PATTERNS), names(text)))


def program_file(text: str) -> Path:
    if not os.access(text, os.X_OK) or not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"{text} is not a program")
    return Path(text).resolve()


def osu_folder(text: str) -> Path:
    if not programs_in(Path(text)):
        raise argparse.ArgumentTypeError(f"{text} has no program of the OSU Micro-Benchmarks")
    return Path(text).resolve()


TABLE = (
    Option("patterns", "", "LIST", "operations to compare with MPI (default: "
           f"{','.join(COMPARED)})", pattern_list, MOST),
    Option("sizes", "", "LIST|MIN:MAX", "message sizes in bytes: 8, 1K, 4M; a range doubles "
           "(default: 8 to 4M by factors of four)", sizes_parse, MOST),
    Option("budget", "", "TIME", "time for the MPI libraries: 90, 90s, 2m, 1h (default: as "
           "`comops run` takes for as many cells)", duration_parse, MOST),
    Option("turns", "", "N", f"measure each program N times, at least {LAUNCHES_LEAST} (default: "
           "8)", count_parse, MOST),
    Option("peers", "", "LIST", f"what to compare with (default: {','.join(PEERS)})",
           list_of(PEERS), MOST),
    Option("output", "o", "FILE", "also write everything as JSON; with -, JSON goes to standard "
           "output and the tables to standard error", Path, MOST),
    Option("ranks", "", "N", "number of ranks, at least 2 (default: 2)", count_parse, SOMETIMES),
    Option("placement", "", "PLACEMENT", "where the ranks run, as in comops run (default: bus)",
           str, SOMETIMES),
    Option("markdown", "", "", "print tables as Markdown", None, SOMETIMES),
    Option("epcc", "", "FILE", "also compare with syncbench of EPCC's OpenMP micro-benchmarks, "
           "version 3.1 or 4.0, which you have built", program_file, SOMETIMES),
    Option("osu", "", "DIR", "also compare with the OSU Micro-Benchmarks, version 7.4, which you "
           "have built in DIR with the MPI of this comops", osu_folder, SOMETIMES),
    Option("folder", "", "DIR", "where peers are installed (default: comops/peers in the cache "
           "folder)", Path, SOMETIMES),
)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = parser_of(
        TABLE, prog=PROGRAM,
        description=ABOUT,
        epilog="Peers, installed on first use in fixed versions:\n"
        + "\n".join(f"  {name} {peer.version}: {peer.what}" for name, peer in PEERS.items())
        + "\nA peer that is not available is left out, and the reason printed.",
    )
    parser.set_defaults(ranks=2, placement="bus", patterns=COMPARED, sizes=SIZES, turns=8,
                        peers=list(PEERS), folder=default_folder())
    options = parser.parse_args(words)
    if options.ranks < 2:
        parser.error("--ranks: at least 2 are needed")
    if options.turns < LAUNCHES_LEAST:
        parser.error(f"--turns: fewer than {LAUNCHES_LEAST} give no interval")
    return options


def head_of(results: Campaign, options: argparse.Namespace, words: list[str]) -> dict[str, Any]:
    """Machine, date, command and versions."""
    record = results.record
    return {
        "trust": verdict_text(results),
        "machine": record.machine,
        "kernel": record.kernel,
        "python": platform.python_version(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["comops", "peers", *words]),
        "ranks": options.ranks,
        "placement": options.placement,
        "hardware_threads": pus_of(results),
        "runtimes": record.runtimes,
        "settings": {f"mpi@{name}": dict(peer.settings) for name, peer in PEERS.items()
                     if peer.settings and f"mpi@{name}" in record.runtimes},
        "tuning": [{name: value for name, value in asdict(tuning).items() if value is not None}
                   for tuning in record.tuning],
    }


def tables_text(
    head: dict[str, Any], sections: list[Section], notes: list[str], markdown: bool
) -> str:
    bullet = "- " if markdown else ""
    runtimes = (f"{path}: {library_name(text)}" for path, text in head["runtimes"].items())
    settings = (f"{path}: {' '.join(f'{name}={value}' for name, value in words.items())}"
                for path, words in head["settings"].items())
    lines = [f"Trust: {head['trust']}",
             f"{head['machine']}; hardware threads {head['hardware_threads']}",
             f"{head['kernel']}; {head['date']}", f"`{head['command']}`", *runtimes, *settings]
    return "".join([*(f"{bullet}{line}\n" for line in lines), "\n",
                    *(f"{section_text(section, markdown)}\n" for section in sections),
                    *(f"{bullet}{note}\n" for note in notes)])


def main(words: list[str]) -> int:
    """Obtain, measure, print; the exit status."""
    options = arguments(words)
    if options.output and options.output != STANDARD_OUTPUT:
        output_check(options.output)
    try:
        run = Run(options, comops_here(options.ranks, options.placement, options.patterns))
        results = run.campaign()
        sections = run.sections(results)
    except Unavailable as error:
        complain(f"cannot measure: {error}")
        return CANNOT_RUN
    except KeyboardInterrupt:
        complain("interrupted")
        raise
    head = head_of(results, options, words)
    text = tables_text(head, sections, run.notes, options.markdown)
    answer = json.dumps({"schema": SCHEMA, "head": head,
                         "sections": list(map(section_json, sections)), "notes": run.notes},
                        indent=2) + "\n"
    if options.output == STANDARD_OUTPUT:
        print_error(text)
        show(answer)
    else:
        show(text)
        if options.output:
            answer_write(options.output, answer)
    return LOST if run.lost else MEASURED
