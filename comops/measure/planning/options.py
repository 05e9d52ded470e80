# SPDX-License-Identifier: BSD-3-Clause
"""The options of `comops run`."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from comops.common.console import Parser, UsageError
from comops.common.durations import duration_parse
from comops.common.sizes import sizes_listed
from comops.measure.planning import option_values as values
from comops.measure.planning.option_values import LAUNCHES_LEAST
from comops.results.methods import DEFAULT, Method, methods

MOST, OFTEN = "Most used", "Often used"
SOMETIMES, RARELY = "Sometimes used", "Rarely used"
ABOUT = """Compares threads (OpenMP, and shared memory used directly) with MPI and OpenSHMEM on this
node.

  comops run --quick                               a first impression
  comops run                                       the five operations of the paper
  comops run -p broadcast,reduce -s 8:1M -n 2,4    two operations, 8 bytes to 1 MiB"""
NOTES = """Results go to a file, tables to standard output, progress and notes to standard error.
Exit status: 0 success, 1 a cell is wrong or lost, or the output cannot be written, 2 usage error,
77 nothing can run here."""


class Option(NamedTuple):
    """An option, and the member of Options that it sets; without a metavar it takes no value."""

    name: str
    letter: str
    metavar: str
    help: str
    parser: Callable[[str], Any] | None
    group: str
    member: str = ""


TABLE = (
    Option("patterns", "p", "LIST", "operations, separated by commas, or `all`; `comops list` "
           "shows them (default: pingpong, broadcast, reduce, gather, scatter)", values.names,
           MOST),
    Option("sizes", "s", "LIST|MIN:MAX", "message sizes in bytes: 8, 1K, 4M or 4MiB; a range "
           "doubles from MIN to MAX", sizes_listed, MOST),
    Option("ranks", "n", "LIST", "numbers of ranks (default: one per core, at least 2 and at most "
           "4)", values.ranks_listed, MOST),
    Option("budget", "", "TIME", "time for the whole campaign: 90, 90s, 2m, 1h (default: 10s per "
           "table)", duration_parse, MOST),
    Option("quick", "", "", "measure three sizes, for 1.5 seconds per table; cannot be combined "
           "with --launches", None, MOST),
    Option("paths", "a", "LIST", "threads, mpi, shmem (default: threads and mpi; with --patterns, "
           "all that run here)", values.names, OFTEN),
    Option("protocols", "r", "LIST", "how a path moves the data; `comops list` shows the names "
           "(default: barrier, lock, direct, library, sendrecv; with --patterns, all)",
           values.names, OFTEN),
    Option("placements", "l", "LIST", "where the ranks run, or `all`; `comops machine --help` "
           "explains the names (default: bus and crossbar, with SMT also smt)", values.names,
           OFTEN),
    Option("precision", "", "PCT", "measure until half the width of each ratio's interval is at "
           "most PCT percent of the ratio (default: 2)", values.precision, OFTEN),
    Option("mpi", "", "NAME=PREFIX,...", "add MPI libraries, each as a path mpi@NAME; PREFIX is "
           "where an MPI with MPICH's ABI, or a comops built with another MPI, is installed",
           values.names, OFTEN),
    Option("openmp", "", "NAME=LIBRARY,...", "add OpenMP libraries, such as LLVM's libomp.so.5, "
           "each as a path threads@NAME; append :active or :passive to LIBRARY to set "
           "OMP_WAIT_POLICY", values.names, OFTEN),
    Option("against", "", "PREFIX", "compare with an old build of comops (a prefix or a build "
           "folder), with an old MPI library, with NAME=VALUE in the environment, or with a "
           "setting of the kernel, FILE=VALUE below /proc/sys or /sys; both are measured in the "
           "same rounds; the exit status is 3 if anything is slower, 4 if that is undecided",
           values.some_text, OFTEN),
    Option("preset", "", "NAME", "use the options of this name in ./comops.toml, in "
           "comops/comops.toml in the configuration folder, or of an extension; options on the "
           "command line override them (docs/commands.md)", values.some_text, OFTEN),
    Option("output", "o", "FILE", "results file (default: comops-HOST-TIME.jsonl); with -, "
           "results go to standard output and everything else to standard error",
           values.some_text, OFTEN),
    Option("dry-run", "", "", "print the plan and how long it takes, and measure nothing", None,
           OFTEN, "dry_run"),
    Option("memory", "", "LIST", "NUMA node of the pages: local (default), root, peer, interleave, "
           "node:N, kind:hbm", values.names, SOMETIMES),
    Option("pages", "", "LIST", "page sizes: 4k, thp, 2m (default: the system's setting)",
           values.names, SOMETIMES),
    Option("malloc", "", "NAME", "default; keep: the workers' malloc keeps freed memory, so that a "
           "library that allocates a temporary in each call has no page faults", values.malloc,
           SOMETIMES),
    Option("op", "", "LIST", "reduction operations: max (default), sum", values.names, SOMETIMES,
           "operations"),
    Option("datatype", "", "LIST", "reduction datatypes: double (default), float, int64, int32",
           values.names, SOMETIMES, "datatypes"),
    Option("buffers", "b", "LIST", "send buffers: reuse, rewrite (default), cold", values.names,
           SOMETIMES),
    Option("consume", "", "LIST", "when receivers read their data: no, between (after the end "
           "stamp), timed (before it); default: timed with the method adaptive, no with the "
           "others", values.names, SOMETIMES),
    Option("method", "", "NAME", "; ".join(
        f"{method.name} {method.about}" if method is DEFAULT else f"{method.name}: {method.about}"
        for method in methods().values()) + " (docs/method.md)", values.method, SOMETIMES),
    Option("launches", "", "N", "start the workers at least N times per table (default: 6); with "
           "1 there are no intervals", values.launches, SOMETIMES),
    Option("table", "", "", "also print the times of each path and protocol, and the intervals",
           None, OFTEN),
    Option("percentiles", "", "", "as --table, and print percentiles of the single runs", None,
           SOMETIMES),
    Option("first", "", "", "as --table, and print the time of the first run in a launch, which a "
           "program pays that communicates once", None, SOMETIMES),
    Option("resume", "", "FILE", "continue an interrupted campaign with its recorded options",
           values.some_text, SOMETIMES),
    Option("json", "", "", "with --dry-run: print the plan as JSON, one cell per line; with "
           "--against: print the comparison as JSON", None, SOMETIMES),
    Option("cells", "", "LIST", "measure these cells alone, each PATTERN:BYTES:RANKS, or "
           "PATTERN/SERIES:BYTES:RANKS:PATH/PROTOCOL+... for one value of the pattern's parameter "
           "and some implementations; in place of --patterns, --sizes and --ranks", values.cells,
           RARELY),
    Option("perturb", "", "N", "also measure N bytes below and above each size (NetPIPE uses 3)",
           values.perturbation, RARELY),
    Option("skew", "", "US", "the last rank arrives US microseconds after the others, and the time "
           "starts when it arrives", values.skew, RARELY, "skew_us"),
    Option("oversubscribe", "", "", "allow more ranks than cores; every record is marked", None,
           RARELY),
    Option("seed", "", "N", "seed for the order of the cells (default: a random one, which is "
           "printed)", values.seed, RARELY),
    Option("mpiexec", "", "CMD", "launcher of the MPI worker", values.some_text, RARELY),
    Option("tuning", "", "FILE|off", "take the processor-dependent parameters of `direct` from a "
           "results file, or use fixed ones (default: trials select them, and the cache folder "
           "keeps them)", values.some_text, RARELY),
    Option("earlier", "", "off", "do not compare with earlier campaigns of this machine, nor keep "
           "this one's ratios (default: the state folder keeps them; from the third campaign on, "
           "intervals say what holds here)", values.off, RARELY),
    Option("counters", "", "GROUP", "also count a likwid group of hardware events, in separate "
           "launches (`likwid-perfctr -a` lists the groups)", values.some_text, RARELY),
    Option("timeout", "", "TIME", "give up on a cell if its worker does not answer within TIME "
           "(default: 30s)", duration_parse, RARELY),
)


@dataclass
class Options:
    """Lists that are None have their default."""

    patterns: list[str] | None = None
    paths: list[str] | None = None
    protocols: list[str] | None = None
    placements: list[str] | None = None
    memory: list[str] | None = None
    pages: list[str] | None = None
    malloc: str = "default"
    buffers: list[str] | None = None
    consume: list[str] | None = None
    operations: list[str] | None = None  # of patterns that reduce
    datatypes: list[str] | None = None
    mpi: list[str] | None = None  # NAME=PREFIX of further MPI libraries
    openmp: list[str] | None = None  # NAME=LIBRARY of further OpenMP libraries
    against: str | None = None  # the old build, MPI library, NAME=VALUE, or FILE=VALUE
    ranks: list[int] | None = None
    cells: list[values.AskedCell] | None = None  # with their patterns and ranks in the others
    sizes: list[int] | None = None  # bytes, as written
    skew_us: int = 0  # delay of the last rank after a common start
    perturb: int = 0  # also measure sizes this many bytes below and above; 0: off
    mpiexec: str | None = None
    output: str | None = None
    resume: str | None = None
    method: Method = DEFAULT
    tuning: str | None = None  # "off", or a file; None: as kept, or by trials
    earlier: str | None = None  # "off"; None: campaigns are kept and compared
    counters: str | None = None  # likwid's group of hardware counters
    precision: float = 0.02  # of the interval's half width, a fraction
    budget: float = 0.0  # seconds for the whole campaign; 0: a default for each table
    launches: int = 0  # of the workers for each table, at least; 1: exactly one
    timeout: float = 30.0  # watchdog of one block, seconds
    seed: int = field(default_factory=lambda: int.from_bytes(os.urandom(4)))
    quick: bool = False
    dry_run: bool = False
    json: bool = False
    oversubscribe: bool = False
    table: bool = False
    percentiles: bool = False
    first: bool = False
    preset: str | None = None
    settings: str | None = None  # the file that has the preset
    command: list[str] = field(default_factory=list)  # for the record and for --resume


def parser_of(table: tuple[Option, ...], **how: Any) -> Parser:
    """--help explains the first group of the table, --help-all all of them."""
    groups = tuple(dict.fromkeys(option.group for option in table))
    parser = Parser(further=groups[1:], **how)
    parser.stray = "`{word}` is not an option"
    for option in table:
        names = [f"-{option.letter}"] * bool(option.letter) + [f"--{option.name}"]
        takes = ({"metavar": option.metavar, "type": option.parser} if option.metavar
                 else {"action": "store_true"})
        parser.add_argument(*names, dest=option.member or option.name, help=option.help,
                            section=option.group, default=None, **takes)
    return parser


def _conflict(options: Options) -> str | None:
    """Which options exclude each other."""
    if options.quick and options.launches:
        return "--quick sets the number of launches; leave out --quick or --launches"
    if options.method.rounds and options.launches > 1:
        return f"--method {options.method.name} has a single launch; leave out --launches"
    if options.cells and (options.patterns or options.sizes or options.ranks or options.quick
                          or options.perturb):
        return "--cells: leave out --patterns, --sizes, --ranks, --perturb and --quick"
    if options.skew_us and (options.method.loop_ns > 0 or options.method.as_imb):
        return f"--skew: leave out --method {options.method.name}, which loops"
    if options.skew_us and options.method.own_clocks:
        return f"--skew: leave out --method {options.method.name}, which has no common start"
    if options.against and (options.mpi or options.openmp):
        return "--against compares two builds; leave out --mpi and --openmp"
    if options.against and (options.method.rounds or options.launches == 1):
        return "--against compares launches: leave out --launches 1, and methods with one launch"
    if options.json and not (options.dry_run or options.against):
        return ("--json prints the plan of a --dry-run; for results on standard output, as JSON "
                "Lines, use -o -")
    return None


def _parse(words: list[str], silent: bool) -> tuple[Options, list[str]]:
    """And the options as `--name=value`."""
    parser = parser_of(TABLE, prog="comops run", description=ABOUT, epilog=NOTES, silent=silent)
    values = {name: value for name, value in vars(parser.parse_args(words)).items()
              if value is not None}
    options = Options(**values, command=["comops", "run", *words])
    presets = sum(word.startswith("--preset=") for word in parser.given)
    refusal = "--preset: one is enough" if presets > 1 else _conflict(options)
    if refusal:
        parser.error(refusal)
    if options.cells:
        options.patterns = list(dict.fromkeys(cell.pattern for cell in options.cells))
        options.ranks = list(dict.fromkeys(cell.ranks for cell in options.cells))
    if options.method.rounds:
        options.launches = 1  # the paper's own number of trials
    elif not options.launches:
        options.launches = LAUNCHES_LEAST
    return options, parser.given


def options_parse(words: list[str]) -> Options:
    """What the words after `comops run` ask for. Exits with 2 on wrong usage, with 0 after --help;
    UsageError if a preset is wrong."""
    options, given = _parse(words, silent=False)
    if not options.preset:
        return options
    from comops.measure.planning.settings import preset_find

    preset = preset_find(options.preset, preset_check)
    others = [word for word in given if not word.startswith("--preset=")]
    expanded, _ = _parse([*preset.words, *others], silent=False)
    expanded.preset, expanded.settings = preset.name, preset.file
    return expanded


def preset_check(word: str) -> None:
    """UsageError if a preset cannot have this option."""
    if options_parse_recorded([word]).preset:
        raise UsageError(f"{word} belongs on the command line")


def options_parse_recorded(words: list[str]) -> Options:
    """What the words after `comops run` in a campaign's record ask for; UsageError if no campaign
    can have had them."""
    if any("\0" in word for word in words):
        raise UsageError("a value must not contain the character \\u0000")
    options, _ = _parse(words, silent=True)
    if options.dry_run or options.resume:
        raise UsageError("it measures nothing of its own")
    return options
