# SPDX-License-Identifier: BSD-3-Clause
"""comops simulate: machines that are not here. Exit 0, 1 a cell wrong or lost, 2 usage, 77."""

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

import records
from cells import DATATYPES, OPERATIONS, Offer, Record, cells_plan, cells_simulate, offer_ask
from from_hwloc import from_hwloc
from from_simgrid import from_simgrid
from generic import SHAPES, generic
from machines import MACHINES
from platforms import Platform, PlatformError
from smpi import Missing, Simulator, simulator_find
from table import tables

GOOD, WRONG, USAGE, MISSING = 0, 1, 2, 77
PROGRAM = "comops simulate"
SIZES, QUICK_SIZES = [8, 1024, 65536, 1048576], [8, 65536]
QUICK_PATTERNS = ["pingpong", "broadcast", "shift"]
COMOPS = Path(os.environ.get("COMOPS_PROGRAM", "comops"))


class UsageError(Exception):
    """Something asked for that there is not; the text says what there is."""


def complain(message: str) -> None:
    """One line on standard error."""
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Run the MPI worker on a machine that SimGrid simulates.",
        epilog=f"NAME is one of {', '.join(MACHINES)}, this, {SHAPES}; FILE a platform file of "
        "SimGrid's. docs/simulation.md says what each is made of, and how far to believe it.",
    )
    parser.add_argument("--platform", metavar="NAME|FILE", help="the machine")
    parser.add_argument("-x", "--xml", metavar="FILE", type=Path,
                        help="a machine saved by hwloc (lstopo FILE.xml)")  # fmt: skip
    parser.add_argument("-n", "--ranks", metavar="P", type=int,
                        help="ranks (default: as many as processors, at most 16)")  # fmt: skip
    parser.add_argument("-p", "--patterns", metavar="LIST",
                        help="operations, or `all` (default: the five of COMOPS)")  # fmt: skip
    parser.add_argument("-r", "--protocols", metavar="LIST", help="(default: all)")
    parser.add_argument("-s", "--sizes", metavar="LIST|MIN:MAX",
                        help="8, 1K, 4M; a range doubles (default: 8,1K,64K,1M)")  # fmt: skip
    parser.add_argument("--op", metavar="LIST", help="how reductions combine: max (default), sum")
    parser.add_argument("--datatype", metavar="LIST",
                        help="what they combine: double (default), float, int64")  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="three operations, two sizes")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="results file (default: comops-PLATFORM-TIME.jsonl)")  # fmt: skip
    parser.add_argument("-j", "--json", action="store_true",
                        help="the records instead of tables; a file only with -o")  # fmt: skip
    parser.add_argument("--published", action="store_true",
                        help="instead: predict the papers' tables (of up to P ranks)")  # fmt: skip
    return parser.parse_args()


def platform_find(options: argparse.Namespace) -> Platform:
    """The machine that was asked for."""
    if options.platform and options.xml:
        raise UsageError("either --platform or --xml")
    if options.xml:
        return from_hwloc(COMOPS, options.xml, False)
    if not options.platform:
        raise UsageError(f"which machine? --platform {'|'.join(MACHINES)}|this|FILE, {SHAPES}")
    if options.platform == "this":
        return from_hwloc(COMOPS, None, not options.quick)
    if options.platform in MACHINES:
        return MACHINES[options.platform]()
    found = generic(options.platform)
    if found:
        return found
    if Path(options.platform).exists():
        return from_simgrid(Path(options.platform))
    raise UsageError(
        f"no platform `{options.platform}`; there are: {', '.join(MACHINES)}, this, {SHAPES}, "
        "or a file"
    )


def ranks_of(options: argparse.Namespace, platform: Platform) -> int:
    """How many ranks: what was asked, if the machine has so many processors."""
    most = len(platform.seats)
    ranks = options.ranks if options.ranks is not None else min(most, 16)
    if not 2 <= ranks <= most:
        raise UsageError(f"--ranks {ranks}: {platform.name} takes from 2 to {most}")
    return ranks


def size_of(word: str) -> int:
    """`8`, `1K`, `4M`: suffixes are powers of 1024."""
    match = re.fullmatch(r"(\d+)([KMG]?)", word, flags=re.IGNORECASE)
    if not match:
        raise UsageError(f"--sizes: `{word}` is not a size")
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2].upper()]


def sizes_of(options: argparse.Namespace) -> list[int]:
    """The message sizes in bytes."""
    if not options.sizes:
        return QUICK_SIZES if options.quick else SIZES
    sizes: list[int] = []
    for word in options.sizes.split(","):
        low, colon, high = word.partition(":")
        size = size_of(low)
        last = size_of(high) if colon else size
        if not 0 < size <= last:
            raise UsageError(f"--sizes: `{word}` is not a size or a range")
        while size <= last:
            sizes.append(size)
            size *= 2
    return sizes


def chosen(text: str | None, known: list[str], default: list[str], option: str) -> list[str]:
    """The names of a list, each known. A comma within brackets is part of a name."""
    if text is None:
        return [name for name in default if name in known]
    if text == "all":
        return known
    names = re.split(r",(?![^()]*\))", text)
    for name in names:
        if name not in known:
            raise UsageError(f"--{option}: no `{name}`; there are: {', '.join(known)}")
    return names


def plan(options: argparse.Namespace, offer: Offer, ranks: int) -> list[dict]:
    """The cells that were asked for; UsageError if that is none."""
    known = list(offer.protocols)
    default = [name for name in known if offer.patterns[name]["by_default"]]
    patterns = chosen(
        options.patterns, known, QUICK_PATTERNS if options.quick else default, "patterns"
    )
    protocols = chosen(options.protocols, offer.all_protocols(), offer.all_protocols(), "protocols")
    combinings = list(product(
        chosen(options.op, OPERATIONS, OPERATIONS[:1], "op"),
        chosen(options.datatype, DATATYPES, DATATYPES[:1], "datatype"),
    ))  # fmt: skip
    cells = list(cells_plan(offer, patterns, protocols, sizes_of(options), combinings, ranks))
    if not cells:
        raise UsageError("no protocol named moves a pattern named at a size named")
    return cells


def progress(done: int, of: int, record: Record) -> None:
    """A line that is written over, on a terminal; elsewhere one for each tenth."""
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
    file = name.open("a", encoding="utf-8") if name else None
    out = sys.stdout if options.json else None
    campaign = records.campaign(platform, ranks, simulator.version, simulator.smpirun)
    records.write(campaign, file, out)
    found: list[Record] = []
    for record in cells_simulate(simulator, platform, offer, cells, ranks, records.now):
        records.write(record, file, out)
        found.append(record)
        progress(len(found), len(cells), record)
    if file:
        file.close()
    if not options.json:
        print(tables(platform, ranks, found))
        print(f"\nTimes are simulated: docs/simulation.md. Results in {name}")
    for record in found:
        if not record["valid"]:
            complain(f"{record['pattern']} over {record['protocol']}, {record['bytes']} bytes: "
                     f"{record['error']}")  # fmt: skip
    return GOOD if all(record["valid"] for record in found) else WRONG


@contextlib.contextmanager
def scratch() -> Iterator[None]:
    """All temporary files go into one folder, of which nothing stays whenever an interrupt comes."""
    interrupts = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
    tempfile.tempdir = tempfile.mkdtemp(prefix="comops-simulate-")
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, interrupts)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
        shutil.rmtree(tempfile.tempdir, ignore_errors=True)


def main() -> int:
    """The command; an interrupt leaves a valid file and nothing else."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = arguments()
    with scratch():
        return obey(options)


def obey(options: argparse.Namespace) -> int:
    """The exit status of the command."""
    try:
        simulator = simulator_find(COMOPS)
        if options.published:
            from published import published

            return published(simulator, options.ranks or 256)
        return simulate(options, simulator)
    except (UsageError, PlatformError) as error:
        complain(str(error))
        return USAGE
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}")
        return USAGE
    except Missing as error:
        complain(str(error))
        return MISSING
    except KeyboardInterrupt:
        complain("interrupted")
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
