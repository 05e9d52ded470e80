# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program under the preloaded library, and makes its profile of what that has counted."""

import platform
import shlex
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from comops.common.console import USAGE, Parser, complain, note, output_check, print_error, show
from comops.measure.cell_record import time_text
from comops.measure.library import Refusal
from comops.measure.planning.machine import Machine
from comops_programs import layout
from comops_programs.launch import LIBRARY, Launched, launched, library
from comops_programs.merge import NAMES, Distances, Merge, ticks_in_mpi
from comops_programs.profile import SCHEMA, MpiLibrary, Profile, profile_write
from comops_programs.rank_files import RankFile, text
from comops_programs.summary import notes_of, summary_text

PROGRAM = "comops profile"
NOTHING, CANNOT_RUN = 1, 77
STANDARD_OUTPUT = Path("-")


def programs_of(files: Sequence[RankFile]) -> list[list[RankFile]]:
    """Which ranks ran together: the first rank 0 with the first rank 1, and so on."""
    programs: dict[int, list[RankFile]] = defaultdict(list)
    seen: dict[int, int] = defaultdict(int)
    for file in files:
        if file.rank >= 0:
            programs[seen[file.rank]].append(file)
            seen[file.rank] += 1
    return [*programs.values()]


def end_of(files: Sequence[RankFile], status: int) -> str:
    ends = {int(file.head["end"]) for file in files}
    return ("aborted" if layout.ABORTED in ends else "finalized" if ends == {layout.FINALIZED}
            else "killed" if layout.RUNNING in ends and status else "not finalized")


def version_of(head: np.void) -> str:
    """The first line."""
    return " ".join(text(head["version"]).partition("\n")[0].split())


def profile_of(command: list[str], files: Sequence[RankFile], done: Launched,
               machine: Machine) -> Profile:
    merge = Merge(files, Distances(machine.facts))
    head, ranks = files[0].head, merge.ranks()
    mpi = MpiLibrary(abi=NAMES[int(head["abi"])], version=version_of(head),
                     library=text(head["library"]))
    return Profile(
        schema=SCHEMA, version=Parser.release, host=platform.node(), machine=machine.summary,
        command=command, started=time_text(done.started),
        seconds=max(rank.seconds for rank in ranks), end=end_of(files, done.status), mpi=mpi,
        elsewhere=max(int(head["ranks"]) - len(files), 0), ranks=ranks, calls=merge.calls(),
        other=merge.other())


def nothing(files: Sequence[RankFile], status: int) -> int:
    """Says why there is no profile; the exit status."""
    unknown = next((file for file in files if file.head["abi"] == layout.UNKNOWN), None)
    if unknown:
        version = version_of(unknown.head) or "without a version"
        complain(PROGRAM, "the program uses an MPI library whose ABI is neither "
                 f"MPICH's nor Open MPI's: {version}")
    else:
        complain(PROGRAM, "the command made no MPI call, so there is no profile (calls of an MPI "
                 "library that is linked statically are not seen)")
    return status or (CANNOT_RUN if unknown else NOTHING)


def profiled(output: Path, command: list[str]) -> int:
    """Runs the command and writes its profile; the exit status."""
    to_standard = output == STANDARD_OUTPUT
    if not to_standard:
        output_check(output)
    if not library().exists():
        complain(PROGRAM, f"{LIBRARY} is not installed")
        return CANNOT_RUN
    try:
        machine = Machine.load()
    except Refusal as refusal:
        complain(PROGRAM, refusal)
        return CANNOT_RUN
    try:
        done = launched(command, sys.stderr.fileno() if to_standard else None)
    except OSError as error:
        complain(PROGRAM, f"cannot start {shlex.quote(command[0])}: {error.strerror}")
        return USAGE
    if done.status:
        complain(PROGRAM, f"{shlex.quote(command[0])} failed with exit status {done.status}")
    programs = programs_of(done.files)
    if not programs:
        return nothing(done.files, done.status)
    files = max(programs, key=lambda files: sum(map(ticks_in_mpi, files)))
    profile = profile_of(command, files, done, machine)
    for sentence in notes_of(profile, files, programs, done.files):
        note(PROGRAM, sentence)
    if to_standard:
        print_error(summary_text(profile))
        show(profile.json())
    else:
        profile_write(output, profile)
        show(f"{summary_text(profile)}The profile is in {output}.\n")
    return done.status
