# SPDX-License-Identifier: BSD-3-Clause
"""comops peers: our direct copies, MPI libraries, other benchmarks and the machine's ceilings.

Exit 0 measured (whatever the verdicts), 1 something was lost, 2 usage, 77 nothing can be measured.
"""

import argparse
import json
import os
import platform
import shlex
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from common.catalogue import PATTERNS
from common.console import OutputError, Parser, choice_of, output_check, print_error, show
from common.sizes import count_parse, sizes_parse, words_of
from peers.obtain import PEERS, default_folder
from peers.osu import programs_in
from peers.ours import comops_here, pus_of
from peers.programs import PROGRAM, Unavailable, complain
from peers.run import Run
from peers.tables import Section, section_json, section_text
from records.read import Campaign

STANDARD_OUTPUT = Path("-")
SCHEMA = "comops-peers/1"
MEASURED, LOST, USAGE, CANNOT_RUN, INTERRUPTED = 0, 1, 2, 77, 130
COMPARED = [*(name for name, one in PATTERNS.items() if one["by_default"]), "allreduce", "alltoall"]
SIZES = [*(8 * 4**power for power in range(10)), 4 * 1024**2]


def peer_list(text: str) -> list[str]:
    return list(map(choice_of(PEERS), words_of(text)))


def pattern_list(text: str) -> list[str]:
    names = list(map(choice_of(PATTERNS), words_of(text)))
    if not names:
        raise argparse.ArgumentTypeError("the list is empty")
    return names


def program_file(text: str) -> Path:
    if not os.access(text, os.X_OK) or not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"{text} is not a program")
    return Path(text).resolve()


def osu_folder(text: str) -> Path:
    if not programs_in(Path(text)):
        raise argparse.ArgumentTypeError(f"{text} has no program of the OSU Micro-Benchmarks")
    return Path(text).resolve()


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Compare our direct copies with MPI libraries, other benchmarks and this "
        "machine's ceilings, alternating on the same cores. Takes about ten minutes.",
        epilog="Peers (installed on first use, versions pinned): "
        + "; ".join(f"{name} {peer.version}: {peer.what}" for name, peer in PEERS.items())
        + ". A peer that is not available is left out, and the reason printed.",
    )
    parser.add_argument("--ranks", type=count_parse, default=2, metavar="N", help="default: 2")
    parser.add_argument("--placement", default="bus", help="as in comops run (default: bus)")
    parser.add_argument("--patterns", type=pattern_list, default=COMPARED, metavar="LIST",
                        help=f"operations to compare with MPI (default: {','.join(COMPARED)})")
    parser.add_argument("--sizes", type=sizes_parse, default=SIZES, metavar="LIST|MIN:MAX",
                        help="bytes: 8, 1K, 4M; a range doubles "
                        "(default: 8 to 4M by factors of four)")
    parser.add_argument("--turns", type=count_parse, default=9, metavar="N",
                        help="repetitions of all measurements (default: 9; fewer than 6 give no "
                        "intervals); unsteady sizes get up to three times as many")
    parser.add_argument("--peers", type=peer_list, default=list(PEERS), metavar="LIST",
                        help=f"default: {','.join(PEERS)}")
    parser.add_argument("--epcc", type=program_file, metavar="FILE",
                        help="syncbench of EPCC's OpenMP micro-benchmarks, version 3.1 or 4.0, "
                        "which you have built")
    parser.add_argument("--osu", type=osu_folder, metavar="DIR",
                        help="folder of the OSU Micro-Benchmarks, version 7.4, which you have "
                        "built with the MPI of this comops")
    parser.add_argument("--folder", type=Path, default=default_folder(), metavar="DIR",
                        help="where peers are installed (default: comops/peers in the "
                        "cache folder)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE",
                        help="also write everything as JSON; - is standard output, and the tables "
                        "go to standard error")
    parser.add_argument("--markdown", action="store_true", help="print tables as Markdown")
    options = parser.parse_args(words)
    if options.ranks < 2:
        parser.error("--ranks: at least 2 are needed")
    return options


def head_of(results: Campaign, options: argparse.Namespace, words: list[str]) -> dict[str, Any]:
    """Machine, date, command and versions."""
    facts = results.facts
    return {
        "machine": facts["machine"],
        "kernel": facts["kernel"],
        "python": platform.python_version(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["comops", "peers", *words]),
        "ranks": options.ranks,
        "placement": options.placement,
        "hardware_threads": pus_of(results),
        "turns": options.turns,
        "runtimes": facts["runtimes"],
        "settings": {f"mpi@{name}": dict(peer.settings) for name, peer in PEERS.items()
                     if peer.settings and f"mpi@{name}" in facts["runtimes"]},
        "tuning": facts["tuning"],
    }


def tables_text(
    head: dict[str, Any], sections: list[Section], notes: list[str], markdown: bool
) -> str:
    bullet = "- " if markdown else ""
    runtimes = (f"{path}: {' '.join(text.split())[:80]}" for path, text in head["runtimes"].items())
    settings = (f"{path}: {' '.join(f'{name}={value}' for name, value in words.items())}"
                for path, words in head["settings"].items())
    lines = [f"{head['machine']}; hardware threads {head['hardware_threads']}",
             f"{head['kernel']}; {head['date']}; turns: {head['turns']}",
             f"`{head['command']}`", *runtimes, *settings]
    return "".join([*(f"{bullet}{line}\n" for line in lines), "\n",
                    *(f"{section_text(section, markdown)}\n" for section in sections),
                    *(f"{bullet}{note}\n" for note in notes)])


def answer_write(output: Path, text: str) -> None:
    if output == STANDARD_OUTPUT:
        show(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(output, error) from None


def main(words: list[str] | None = None) -> int:
    """Obtain, measure, print; the exit status."""
    words = sys.argv[1:] if words is None else words
    options = arguments(words)
    if options.output and options.output != STANDARD_OUTPUT:
        output_check(options.output)
    # As Ctrl-C, even where that is ignored: shells do so for `comops peers &`.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run = Run(options, comops_here(options.ranks, options.placement, options.patterns))
        results = run.campaign()
        sections = run.sections(results)
    except Unavailable as error:
        complain(f"cannot measure: {error}")
        return USAGE if error.status == USAGE else CANNOT_RUN
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    head = head_of(results, options, words)
    text = tables_text(head, sections, run.notes, options.markdown)
    if options.output == STANDARD_OUTPUT:
        print_error(text)
    else:
        show(text)
    if options.output:
        answer = {"schema": SCHEMA, "head": head, "sections": list(map(section_json, sections)),
                  "notes": run.notes}
        answer_write(options.output, json.dumps(answer, indent=2) + "\n")
    return LOST if run.lost else MEASURED
