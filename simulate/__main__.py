# SPDX-License-Identifier: BSD-3-Clause
"""comops simulate: machines that are not here.

Exit 0, 1 a cell wrong or lost, 2 usage, 77 SimGrid is missing.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import records  # noqa: E402
from cells import Offer, Record, cells_plan, cells_simulate, offer_ask  # noqa: E402
from common.catalogue import CATALOGUE  # noqa: E402
from common.console import (  # noqa: E402
    Level,
    Parser,
    choice_of,
    command_run,
    complain,
    meant,
    output_check,
    plain,
    show,
    streams_open,
)
from common.sizes import count_parse, sizes_parse  # noqa: E402
from from_hwloc import from_hwloc  # noqa: E402
from from_simgrid import from_simgrid  # noqa: E402
from generic import SHAPES, generic  # noqa: E402
from machines import MACHINES  # noqa: E402
from platforms import Platform, PlatformError  # noqa: E402
from published import published  # noqa: E402
from smpi import Missing, Simulator, simulator_find  # noqa: E402
from table import tables  # noqa: E402

GOOD, WRONG, USAGE, MISSING = 0, 1, 2, 77
PROGRAM = "comops simulate"
SIZES, QUICK_SIZES = [8, 1024, 65536, 1048576], [8, 65536]
QUICK_PATTERNS = ["pingpong", "broadcast", "shift"]
RANKS_MOST = 16  # by default
RANKS_PRINTED = 256  # the most in the papers' tables
COMOPS = Path(os.environ.get("COMOPS_PROGRAM", "comops"))


class UsageError(Exception):
    """A wrong option; the text says what is possible."""


def arguments() -> argparse.Namespace:
    parser = Parser(
        prog=PROGRAM,
        description="Run the MPI worker on a machine simulated by SimGrid.",
        epilog=f"NAME is one of {', '.join(MACHINES)}, this, {SHAPES}; FILE is a platform file of "
        "SimGrid's. docs/simulation.md describes them and how far to trust them.",
    )
    parser.add_argument("--platform", metavar="NAME|FILE", help="the machine")
    parser.add_argument("-x", "--xml", metavar="FILE", type=Path,
                        help="a machine saved by hwloc (lstopo FILE.xml)")
    parser.add_argument("-n", "--ranks", metavar="P", type=count_parse,
                        help=f"ranks (default: one per processor, at most {RANKS_MOST})")
    parser.add_argument("-p", "--patterns", metavar="LIST",
                        help="operations, or `all` (default: the five of COMOPS)")
    parser.add_argument("-r", "--protocols", metavar="LIST", help="(default: all)")
    parser.add_argument("-s", "--sizes", metavar="LIST|MIN:MAX", type=sizes_parse,
                        help="8, 1K, 4M; a range doubles (default: 8,1K,64K,1M)")
    for option, what in (("op", "operations"), ("datatype", "datatypes")):
        parser.add_argument(f"--{option}", metavar="LIST",
                            help=f"{', '.join(CATALOGUE[what])} (default: the first)")
    parser.add_argument("--quick", action="store_true", help="three operations, two sizes")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="results file (default: comops-PLATFORM-TIME.jsonl); - is standard "
                        "output, as --json")
    parser.add_argument("-j", "--json", action="store_true",
                        help="print records instead of tables; a file only with -o")
    parser.add_argument("--published", action="store_true",
                        help="instead, predict the papers' tables (of up to P ranks)")
    options = parser.parse_args()
    given = {name for name, value in vars(options).items() if value}
    if options.published and given - {"published", "ranks"}:
        parser.error("--published takes --ranks alone")
    if options.output == Path("-"):
        options.output, options.json = None, True
    if options.ranks == 1:
        parser.error("--ranks: at least 2 are needed")
    return options


def platform_find(options: argparse.Namespace) -> Platform:
    name = options.platform
    if name and options.xml:
        raise UsageError("either --platform or --xml")
    file = options.xml or name
    if file and os.path.exists(file) and not os.path.isfile(file):
        raise UsageError(f"{file}: not a regular file")
    if options.xml:
        return from_hwloc(COMOPS, options.xml, False)
    if not name:
        raise UsageError(f"which machine? --platform {'|'.join(MACHINES)}|this|FILE, {SHAPES}")
    if name == "this":
        return from_hwloc(COMOPS, None, not options.quick)
    found = MACHINES[name]() if name in MACHINES else generic(name)
    if not found and os.path.exists(name):
        found = from_simgrid(Path(name))
    if not found:
        known = ", ".join((*MACHINES, "this", SHAPES))
        question = meant(name, (*MACHINES, "this"))
        there = " There are" if question else "; there are"
        raise UsageError(f"no platform `{name}`{question}{there}: {known}, or a file")
    return found


def ranks_of(options: argparse.Namespace, platform: Platform) -> int:
    most = len(platform.seats)
    ranks = options.ranks if options.ranks is not None else min(most, RANKS_MOST)
    if not 2 <= ranks <= most:
        raise UsageError(f"--ranks {ranks}: {platform.name} takes from 2 to {most}")
    return ranks


def chosen(text: str | None, known: list[str], default: list[str], option: str) -> list[str]:
    """The names of a list, each known. A comma within brackets is part of a name."""
    if text is None:
        return [name for name in default if name in known]
    if text == "all":
        return known
    names, choose = re.split(r",(?![^()]*\))", text), choice_of(known)
    for name in names:
        try:
            choose(name)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--{option}: {error}") from None
    return names


def plan(options: argparse.Namespace, offer: Offer, ranks: int) -> list[dict]:
    """The cells that were asked for; UsageError if there are none."""
    known, protocols = list(offer.protocols), offer.all_protocols()
    default = [name for name in known if offer.patterns[name]["by_default"]]
    reductions = product(*(
        chosen(getattr(options, option), CATALOGUE[what], CATALOGUE[what][:1], option)
        for option, what in (("op", "operations"), ("datatype", "datatypes"))))
    cells = list(cells_plan(
        offer,
        chosen(options.patterns, known, QUICK_PATTERNS if options.quick else default, "patterns"),
        chosen(options.protocols, protocols, protocols, "protocols"),
        options.sizes or (QUICK_SIZES if options.quick else SIZES),
        list(reductions),
        ranks,
    ))
    if not cells:
        raise UsageError("no such protocol implements such a pattern at such a size")
    return cells


def progress(done: int, of: int, record: Record) -> None:
    """A line that is overwritten on a terminal; elsewhere ten lines in all; none with -q."""
    if Parser.level == Level.QUIET:
        return
    text = f"{done} of {of}: {record['pattern']} over {record['protocol']}, {record['bytes']} bytes"
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="" if done < of else "\r\033[K", file=sys.stderr, flush=True)
    elif done * 10 // of > (done - 1) * 10 // of:
        print(text, file=sys.stderr, flush=True)


def simulate(options: argparse.Namespace, simulator: Simulator) -> int:
    """Plan, simulate, write, print; the exit status."""
    platform = platform_find(options)
    ranks = ranks_of(options, platform)
    offer = offer_ask(simulator, platform.two_sided, platform.seats[0], ranks)
    cells = plan(options, offer, ranks)
    name = options.output or (None if options.json else records.default_name(platform))
    if name and name.is_file() and name.stat().st_size:
        raise UsageError(f"{name} exists; name another file with -o")
    if name:
        output_check(name)
    found: list[Record] = []
    with name.open("a", encoding="utf-8") if name else contextlib.nullcontext() as file:
        campaign = records.campaign(platform, ranks, simulator.version, simulator.smpirun)
        records.write(campaign, file, options.json)
        for record in cells_simulate(simulator, platform, offer, cells, ranks):
            records.write(record, file, options.json)
            found.append(record)
            progress(len(found), len(cells), record)
    if not options.json:
        show(tables(platform, ranks, found))
        show(f"\n\nTimes are simulated: docs/simulation.md. Results in {plain(name)}\n")
    wrong = [record for record in found if not record["valid"]]
    for one in wrong:
        cell = f"{one['pattern']} over {one['protocol']}, {one['bytes']} bytes"
        complain(PROGRAM, f"{cell}: {one['error']}")
    return WRONG if wrong else GOOD


@contextlib.contextmanager
def scratch() -> Iterator[None]:
    """All temporary files go into one folder, which is removed whenever an interrupt comes."""
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
        simulator = simulator_find(COMOPS)
        if options.published:
            return published(simulator, options.ranks or RANKS_PRINTED)
        return simulate(options, simulator)
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
