# SPDX-License-Identifier: BSD-3-Clause
"""Implementations that the options ask for and that do not exist."""

from campaign.planning.names import selects_path, selects_pattern
from campaign.planning.options import Options
from campaign.launch.paths import Path
from campaign.planning.patterns import PATTERNS


def _offers(path: Path, protocol: str, pattern: str | None = None) -> bool:
    return any(one.protocol == protocol and pattern in (None, one.pattern) for one in path.offers)


def _knows(path: Path, protocol: str) -> bool:
    """It offers the protocol, or says why the system forbids it."""
    return _offers(path, protocol) or any(one.protocol == protocol for one in path.absences)


def _of_path(options: Options, path: Path, protocol: str) -> list[str] | None:
    """For each wanted pattern why this path has none of it; None if it has one."""
    wanted = [name for name, one in PATTERNS.items() if selects_pattern(options, one)]
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
        notes += [one for one in why or () if one not in notes]
    return notes, nothing
