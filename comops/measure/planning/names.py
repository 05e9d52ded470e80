# SPDX-License-Identifier: BSD-3-Clause
"""Names in the lists of the options: those that do not exist, what the options select, and why
some of that has no implementation."""

from collections.abc import Iterable

from comops.common.catalogue import CATALOGUE, REDUCTIONS
from comops.common.console import UsageError
from comops.common.nearest import no_such
from comops.measure import library
from comops.measure.launch.libraries import option_of
from comops.measure.planning.options import Options
from comops.measure.planning.patterns import PATTERNS
from comops.results.plan import Path, Pattern

BUFFERS = ("reuse", "rewrite", "cold")
CONSUMPTIONS: list[str] = CATALOGUE["consume"]
PAGE_SIZES: list[str] = CATALOGUE["pages"]  # the system's setting first
OPERATIONS = list(dict.fromkeys(operation for operation, _ in REDUCTIONS))
DATATYPES = list(dict.fromkeys(datatype for _, datatype in REDUCTIONS))

# The paper's two paths: its own protocols, the best ones, and the same code in both.
DEFAULT_PROTOCOLS = {"threads": ("barrier", "lock", "direct"),
                     "mpi": ("library", "sendrecv", "direct")}


def asks(listed: list[str] | None, name: str) -> bool:
    """Whether the list has this name, or `all`, or there is no list."""
    return listed is None or name in listed or "all" in listed


def _check(what: str, listed: list[str] | None, known: Iterable[str]) -> None:
    known = list(dict.fromkeys(known))
    for name in listed or ():
        if name != "all" and name not in known:
            raise UsageError(no_such(f"{what} ", name, known))


def _check_libraries(options: Options, paths: list[Path]) -> None:
    """What --mpi or --openmp names is to be measured."""
    for path in paths:
        option = option_of(path)
        if option and not selects_path(options, path):
            raise UsageError(f"--paths lacks {path.label}, which --{option} names: add it there, "
                             "or leave it out here")


def placements_check(listed: list[str] | None) -> None:
    """A small language, not a list of names."""
    for name in listed or ():
        try:
            if name != "all":
                library.check_placement(name)
        except library.Refusal as error:
            raise UsageError(str(error)) from None


def _protocols(paths: list[Path]) -> Iterable[str]:
    """Also those that the system forbids."""
    for path in paths:
        yield from (offer.protocol for offer in path.offers)
        yield from (absence.protocol for absence in path.absences if absence.protocol != "*")


def names_check(options: Options, paths: list[Path]) -> None:
    """UsageError if the options give a name that does not exist, with those that do."""
    _check("pattern", options.patterns, PATTERNS)
    _check("path", options.paths, (path.label for path in paths))
    _check_libraries(options, paths)
    _check("protocol", options.protocols, _protocols(paths))
    known = {path.label: {*_protocols([path])} for path in paths if not path.missing}
    _check("implementation", [name for cell in options.cells or () for name in cell.implementations
                              if name.partition("/")[0] in known],
           (f"{path}/{protocol}" for path, protocols in known.items() for protocol in protocols))
    placements_check(options.placements)
    for name in options.memory or ():
        if not library.is_pages_policy(name):
            raise UsageError(no_such("memory ", name, library.names()["memory"]))
    for what, listed, known in (
        ("pages", options.pages, PAGE_SIZES), ("buffer mode", options.buffers, BUFFERS),
        ("consumption", options.consume, CONSUMPTIONS),
        ("operation", options.operations, OPERATIONS), ("datatype", options.datatypes, DATATYPES),
    ):
        _check(what, listed, known)


def _defaults_of(path: Path) -> tuple[str, ...]:
    return DEFAULT_PROTOCOLS.get(path.label.partition("@")[0], ())


def selects_path(options: Options, path: Path) -> bool:
    """An old path with its new one."""
    return asks(options.paths, path.base) and bool(
        options.paths or options.patterns or _defaults_of(path))


def selects_protocol(options: Options, path: Path, protocol: str) -> bool:
    """Whether the options select a protocol of a path that they select."""
    defaults = _defaults_of(path)
    return asks(options.protocols, protocol) and bool(
        options.patterns or options.protocols or not defaults or protocol in defaults)


def selects_pattern(options: Options, pattern: Pattern) -> bool:
    return asks(options.patterns, pattern.name) if options.patterns else pattern.by_default


def selects_consumption(options: Options, pattern: Pattern, consume: str) -> bool:
    """Data that do not move are never used. Data whose arrival the receiver does not notice are
    used between runs instead of within the measured time."""
    wanted = options.consume or [options.method.consume]
    if not pattern.unit:
        return consume == "no"
    if pattern.passive and consume != "no":
        return consume == "between" and (asks(wanted, "between") or asks(wanted, "timed"))
    return asks(wanted, consume)


def selects_reduction(options: Options, pattern: Pattern, reduction: int) -> bool:
    """Without names, the paper's."""
    if not pattern.reduces:
        return reduction == 0
    operation, datatype = REDUCTIONS[reduction]
    return (asks(options.operations or OPERATIONS[:1], operation)
            and asks(options.datatypes or DATATYPES[:1], datatype))


def _offers(path: Path, protocol: str, pattern: str | None = None) -> bool:
    return any(offer.protocol == protocol and pattern in (None, offer.pattern)
               for offer in path.offers)


def _knows(path: Path, protocol: str) -> bool:
    """It offers the protocol, or says why the system forbids it."""
    return _offers(path, protocol) or any(absence.protocol == protocol for absence in path.absences)


def _of_path(options: Options, path: Path, protocol: str) -> list[str] | None:
    """For each wanted pattern why this path has none of it; None if it has one."""
    wanted = [name for name, pattern in PATTERNS.items() if selects_pattern(options, pattern)]
    if any(_offers(path, protocol, name) for name in wanted):
        return None
    notes = []
    for name in wanted if _knows(path, protocol) else ():
        reason = path.reason(protocol, name)
        notes.append(f"{path.label}/{protocol} has no {name}" + (f": {reason}" if reason else ""))
    return notes


def _where(options: Options, paths: list[Path], protocol: str) -> str:
    """protocol `sendrecv` exists over mpi, not over threads"""
    there = [path.label for path in paths if _offers(path, protocol)]
    here = [path.label for path in paths
            if path.label not in there and selects_path(options, path)]
    return (f"protocol `{protocol}` exists over {', '.join(there)}, not over {', '.join(here)}")


def _of_protocol(options: Options, paths: list[Path], protocol: str) -> list[str] | None:
    """None if it can be measured over a path, or that is unknown."""
    notes, selected = [], [path for path in paths if selects_path(options, path)]
    for path in selected:
        of_path = None if path.missing else _of_path(options, path, protocol)
        if of_path is None:
            return None
        notes += of_path
    if not any(_knows(path, protocol) for path in selected):
        notes.append(_where(options, paths, protocol))
    return notes


def absences_explained(options: Options, paths: list[Path]) -> tuple[list[str], bool]:
    """Why a requested protocol has no implementation of the requested patterns, over any requested
    path; and whether nothing is left to measure."""
    notes: list[str] = []
    nothing = bool(options.protocols) and "all" not in options.protocols
    for protocol in options.protocols or ():
        if protocol == "all":
            continue
        why = _of_protocol(options, paths, protocol)
        nothing = nothing and why is not None
        notes += [reason for reason in why or () if reason not in notes]
    return notes, nothing
