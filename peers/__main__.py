# SPDX-License-Identifier: BSD-3-Clause
"""comops peers: our direct copies beside MPI libraries, other benchmarks and this machine's ceilings.

Exit 0 measured (whatever the verdicts), 1 something was lost, 2 usage, 77 nothing can be measured.
"""

import argparse
import json
import platform
import re
import shlex
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from obtain import PEERS, default_folder
from ours import Results, Seating, comops_here
from programs import Unavailable, complain
from run import Run
from tables import Section, section_json, section_text

MEASURED, LOST, USAGE, CANNOT_RUN, INTERRUPTED = 0, 1, 2, 77, 130
PATTERNS = ["pingpong", "broadcast", "reduce", "gather", "scatter", "allreduce", "alltoall"]
SIZES = [*(8 * 4**power for power in range(10)), 4 * 1024**2]


def size_list(text: str) -> list[int]:
    """Sizes in bytes, as `comops run` takes them: 8,1K,4M."""
    found = [re.fullmatch(r"(\d{1,9})([KkMm]?)", word) for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of sizes like 8,1K,4M")
    factor = {"": 1, "K": 1024, "M": 1024**2}
    return sorted({int(match[1]) * factor[match[2].upper()] for match in found if match})


def word_list(text: str) -> list[str]:
    """Names separated by commas; an empty text is none."""
    return [word for word in text.split(",") if word]


def peer_list(text: str) -> list[str]:
    """Names of peers."""
    for name in word_list(text):
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"no peer {name!r}; there are: {', '.join(PEERS)}")
    return word_list(text)


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="comops peers",
        description="Measure our direct copies beside MPI libraries, other benchmarks and this "
        "machine's ceilings, in turns on the same cores. About ten minutes.",
        epilog="Peers (installed on first use, pinned by version): "
        + "; ".join(f"{name} {peer.version}: {peer.what}" for name, peer in PEERS.items())
        + ". One that cannot be had is left out and the reason given.",
    )
    parser.add_argument("--ranks", type=positive, default=2, metavar="N", help="default: 2")
    parser.add_argument("--placement", default="bus", help="as of comops run (default: bus)")
    parser.add_argument("--patterns", type=word_list, default=PATTERNS, metavar="LIST",
                        help=f"operations held against MPI (default: {','.join(PATTERNS)})")
    parser.add_argument("--sizes", type=size_list, default=SIZES, metavar="LIST",
                        help="bytes: 8,1K,4M (default: 8 to 4M by factors of four)")
    parser.add_argument("--turns", type=positive, default=9, metavar="N",
                        help="how often all is measured (default: 9; below 6 there are no intervals), and up "
                        "to three times as often what the machine disturbs")
    parser.add_argument("--peers", type=peer_list, default=list(PEERS), metavar="LIST",
                        help=f"which (default: {','.join(PEERS)})")
    parser.add_argument("--folder", type=Path, default=default_folder(), metavar="DIR",
                        help="where peers are installed (default: %(default)s)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write all of it as JSON too")
    parser.add_argument("--markdown", action="store_true", help="print tables as Markdown")
    options = parser.parse_args()
    if options.ranks < 2:
        parser.error("--ranks: there must be two at least")
    return options


def head_of(results: Results, options: argparse.Namespace) -> dict[str, Any]:
    """Machine, date, command and versions."""
    head = results.head
    return {
        "machine": head["machine"],
        "kernel": head["kernel"],
        "python": platform.python_version(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["comops", "peers", *sys.argv[1:]]),
        "ranks": options.ranks,
        "placement": options.placement,
        "hardware_threads": results.pus(),
        "turns": options.turns,
        "runtimes": head["runtimes"],
    }


def print_all(head: dict[str, Any], sections: list[Section], notes: list[str], markdown: bool) -> None:
    """To standard output."""
    bullet = "- " if markdown else ""
    print(f"{bullet}{head['machine']}; hardware threads {head['hardware_threads']}")
    print(f"{bullet}{head['kernel']}; {head['date']}; turns: {head['turns']}")
    print(f"{bullet}`{head['command']}`")
    for path, runtime in head["runtimes"].items():
        print(f"{bullet}{path}: {' '.join(runtime.split())[:80]}")
    print()
    for section in sections:
        print(section_text(section, markdown))
    for note in notes:
        print(f"{bullet}{note}")


def main() -> int:
    """Obtain, measure, print; the exit status."""
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        comops = comops_here()
        if comops.cores < options.ranks:
            raise Unavailable(f"{options.ranks} ranks need as many cores; here are {comops.cores}")
        comops.check(Seating(options.ranks, options.placement), options.patterns)
        run = Run(options, comops)
        results = run.campaign()
        sections = run.sections(results)
    except Unavailable as error:
        complain(f"nothing can be measured: {error}")
        return USAGE if error.status == USAGE else CANNOT_RUN
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    head = head_of(results, options)
    print_all(head, sections, run.notes, options.markdown)
    if options.output:
        answer = {"head": head, "sections": [section_json(each) for each in sections],
                  "notes": run.notes}
        options.output.write_text(json.dumps(answer, indent=2) + "\n", encoding="utf-8")
    return LOST if run.lost else MEASURED


if __name__ == "__main__":
    sys.exit(main())
