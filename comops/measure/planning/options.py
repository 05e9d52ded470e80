# SPDX-License-Identifier: BSD-3-Clause
"""The options of `comops run`."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
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


def option(metavar: str, help: str, parser: Callable[[str], Any] | None, group: str,
           letter: str = "", name: str = "", otherwise: Any = None) -> Any:
    """A member of Options, and the option that sets it: of the same name, unless it has another."""
    default = {"default_factory" if callable(otherwise) else "default": otherwise}
    return field(**default, metadata={"option": (name, letter, metavar, help, parser, group)})


def flag(help: str, group: str) -> Any:
    return option("", help, None, group, otherwise=False)


@dataclass
class Options:
    """Lists that are None have their default. Sizes are bytes, as written; times are seconds, and a
    budget of 0 is one for each table; the precision is a fraction; of `launches` 1 means exactly
    one. `settings`: the file that has the preset; `command`: for the record and for --resume."""

    patterns: list[str] | None = option("LIST", "operations, separated by commas, or `all`; "
        "`comops list` shows them (default: pingpong, broadcast, reduce, gather, scatter)",
        values.names, MOST, letter="p")
    sizes: list[int] | None = option("LIST|MIN:MAX", "message sizes in bytes: 8, 1K, 4M or 4MiB; a "
        "range doubles from MIN to MAX", sizes_listed, MOST, letter="s")
    ranks: list[int] | None = option("LIST", "numbers of ranks (default: one per core, at least 2 "
        "and at most 4)", values.ranks_listed, MOST, letter="n")
    budget: float = option("TIME", "time for the whole campaign: 90, 90s, 2m, 1h (default: 10s per "
        "table)", duration_parse, MOST, otherwise=0.0)
    quick: bool = flag("measure three sizes, for 1.5 seconds per table; cannot be combined with "
        "--launches", MOST)
    paths: list[str] | None = option("LIST", "threads, mpi, shmem (default: threads and mpi; with "
        "--patterns, all that run here)", values.names, OFTEN, letter="a")
    protocols: list[str] | None = option("LIST", "how a path moves the data; `comops list` shows "
        "the names (default: barrier, lock, direct, library, sendrecv; with --patterns, all)",
        values.names, OFTEN, letter="r")
    placements: list[str] | None = option("LIST", "where the ranks run, or `all`; `comops machine "
        "--help` explains the names (default: bus and crossbar, with SMT also smt)", values.names,
        OFTEN, letter="l")
    precision: float = option("PCT", "measure until half the width of each ratio's interval is at "
        "most PCT percent of the ratio (default: 2)", values.precision, OFTEN, otherwise=0.02)
    mpi: list[str] | None = option("NAME=PREFIX,...", "add MPI libraries, each as a path mpi@NAME; "
        "PREFIX is where an MPI with MPICH's ABI, or a comops built with another MPI, is installed",
        values.names, OFTEN)
    openmp: list[str] | None = option("NAME=LIBRARY,...", "add OpenMP libraries, such as LLVM's "
        "libomp.so.5, each as a path threads@NAME; append :active or :passive to LIBRARY to set "
        "OMP_WAIT_POLICY", values.names, OFTEN)
    against: str | None = option("PREFIX", "compare with an old build of comops (a prefix or a "
        "build folder), with an old MPI library, with NAME=VALUE in the environment, or with a "
        "setting of the kernel, FILE=VALUE below /proc/sys or /sys; both are measured in the same "
        "rounds; the exit status is 3 if anything is slower, 4 if that is undecided",
        values.some_text, OFTEN)
    preset: str | None = option("NAME", "use the options of this name in ./comops.toml, in "
        "comops/comops.toml in the configuration folder, or of an extension; options on the "
        "command line override them (docs/commands.md)", values.some_text, OFTEN)
    output: str | None = option("FILE", "results file (default: comops-HOST-TIME.jsonl); with -, "
        "results go to standard output and everything else to standard error", values.some_text,
        OFTEN, letter="o")
    dry_run: bool = flag("print the plan and how long it takes, and measure nothing", OFTEN)
    memory: list[str] | None = option("LIST", "NUMA node of the pages: local (default), root, "
        "peer, interleave, node:N, kind:hbm", values.names, SOMETIMES)
    pages: list[str] | None = option("LIST", "page sizes: 4k, thp, 2m (default: the system's "
        "setting)", values.names, SOMETIMES)
    malloc: str = option("NAME", "default; keep: the workers' malloc keeps freed memory, so that a "
        "library that allocates a temporary in each call has no page faults", values.malloc,
        SOMETIMES, otherwise="default")
    operations: list[str] | None = option("LIST", "reduction operations: max (default), sum",
        values.names, SOMETIMES, name="op")
    datatypes: list[str] | None = option("LIST", "reduction datatypes: double (default), float, "
        "int64, int32", values.names, SOMETIMES, name="datatype")
    buffers: list[str] | None = option("LIST", "send buffers: reuse, rewrite (default), cold",
        values.names, SOMETIMES, letter="b")
    consume: list[str] | None = option("LIST", "when receivers read their data: no, between (after "
        "the end stamp), timed (before it); default: timed with the method adaptive, no with the "
        "others", values.names, SOMETIMES)
    method: Method = option("NAME", "; ".join(
        f"{method.name} {method.about}" if method is DEFAULT else f"{method.name}: {method.about}"
        for method in methods().values()) + " (docs/method.md)", values.method, SOMETIMES,
        otherwise=DEFAULT)
    launches: int = option("N", "start the workers at least N times per table (default: 6); with 1 "
        "there are no intervals", values.launches, SOMETIMES, otherwise=0)
    table: bool = flag("also print the times of each path and protocol, and the intervals", OFTEN)
    percentiles: bool = flag("as --table, and print percentiles of the single runs", SOMETIMES)
    first: bool = flag("as --table, and print the time of the first run in a launch, which a "
        "program pays that communicates once", SOMETIMES)
    resume: str | None = option("FILE", "continue an interrupted campaign with its recorded "
        "options", values.some_text, SOMETIMES)
    json: bool = flag("with --dry-run: print the plan as JSON, one cell per line; with --against: "
        "print the comparison as JSON", SOMETIMES)
    cells: list[values.AskedCell] | None = option("LIST", "measure these cells alone, each "
        "PATTERN:BYTES:RANKS, or PATTERN/SERIES:BYTES:RANKS:PATH/PROTOCOL+... for one value of the "
        "pattern's parameter and some implementations; in place of --patterns, --sizes and --ranks",
        values.cells, RARELY)
    perturb: int = option("N", "also measure N bytes below and above each size (NetPIPE uses 3)",
        values.perturbation, RARELY, otherwise=0)
    skew_us: int = option("US", "the last rank arrives US microseconds after the others, and the "
        "time starts when it arrives", values.skew, RARELY, name="skew", otherwise=0)
    oversubscribe: bool = flag("allow more ranks than cores; every record is marked", RARELY)
    seed: int = option("N", "seed for the order of the cells (default: a random one, which is "
        "printed)", values.seed, RARELY, otherwise=lambda: int.from_bytes(os.urandom(4)))
    mpiexec: str | None = option("CMD", "launcher of the MPI worker", values.some_text, RARELY)
    tuning: str | None = option("FILE|off", "take the processor-dependent parameters of `direct` "
        "from a results file, or use fixed ones (default: trials select them, and the cache folder "
        "keeps them)", values.some_text, RARELY)
    earlier: str | None = option("off", "do not compare with earlier campaigns of this machine, "
        "nor keep this one's ratios (default: the state folder keeps them; from the third campaign "
        "on, intervals say what holds here)", values.off, RARELY)
    counters: str | None = option("GROUP", "also count a likwid group of hardware events, in "
        "separate launches (`likwid-perfctr -a` lists the groups)", values.some_text, RARELY)
    timeout: float = option("TIME", "give up on a cell if its worker does not answer within TIME "
        "(default: 30s)", duration_parse, RARELY, otherwise=30.0)
    settings: str | None = None
    command: list[str] = field(default_factory=list)


TABLE = tuple(Option(name or member.name.replace("_", "-"), *rest, member.name)
              for member in fields(Options) if "option" in member.metadata
              for name, *rest in [member.metadata["option"]])


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
