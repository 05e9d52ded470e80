# SPDX-License-Identifier: BSD-3-Clause
"""What `comops answer` is asked: a program, read from a file or a preset, and where it ran."""

import os
import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from filecmp import cmp
from pathlib import Path

from comops.common.catalogue import REDUCTIONS
from comops.measure.launch.libraries import FOLDERS, LIBRARY
from comops.measure.launch.places import build, launcher_file
from comops.measure.planning.machine import Machine
from comops.results.topology import Placement
from comops_programs.mix import mix_read, read_text
from comops_programs.mpip import BEGIN, LACKING, mpip_profile
from comops_programs.operations import operations_of
from comops_programs.profile import DISTANCES, Profile, ProfiledRank, profile_read
from comops_programs.program import Program, ProgramError

WORDS = {"of one core": "core", "in one L": "cache", "one NUMA node": "numa",
         "in one package": "package"}  # of a profile, by what a locality has
OWN = "own"  # of --mpi: the library of the program
OPENMPI = ("{version}, over which it ran, needs a comops of its own: `cd {source} && {meson} setup "
           "build-own -Dmpi=openmpi && {meson} compile -C build-own`; then here: `comops answer "
           "{file} --mpi own={source}/build-own`")


@dataclass(frozen=True)
class ProgramQuestion:
    program: Program
    placement: str
    words: list[str]  # further options of the campaign


def program_read(file: Path) -> Profile:
    """A profile or mpiP's report; ProgramError if it is neither."""
    text = read_text(file)
    if text.startswith(BEGIN):
        return mpip_profile(file, text)
    if re.match(r'\s*\{"record": ?"campaign"', text):
        raise ProgramError(f"{file} is a results file; its answer: comops show {file}")
    return profile_read(file, text)


def strangers(profile: Profile, machine: Machine) -> str:
    """How the profile's machine differs from this one; "" if it is the same, or unknown."""
    pairs = (profile.host, os.uname().nodename), (profile.machine, machine.summary)
    return next((f"it is from {theirs}, and this is {ours}" for theirs, ours in pairs
                 if theirs and theirs != ours), "")


def unbound(ranks: int, machine: Machine) -> str:
    """The placement for ranks that were not bound, or may not have been."""
    return "core" if machine.placement("bus", ranks).refused else "bus"


def placement_of(ranks: list[ProfiledRank], machine: Machine) -> tuple[str, str]:
    """Where the ranks were, and what to note if they were not bound."""
    sets = [set(rank.cpus) for rank in ranks]
    if all(sets) and sum(map(len, sets)) == len(set().union(*sets)):
        name = f"pu:{'+'.join(str(min(cpus)) for cpus in sets)}"
        if not machine.placement(name, len(ranks)).refused:
            return name, ""
    name = unbound(len(ranks), machine)
    return name, f"its ranks were not bound, or that is unknown: measured on placement {name}"


def reduction_of(profile: Profile) -> tuple[str, str]:
    """The operation and datatype, of those that are measured, with most of the time."""
    seconds: Counter[tuple[str, str]] = Counter()
    for row in profile.calls:
        if row.op:
            seconds[row.op.lower().removeprefix("mpi_"), (row.type or "").lower()] += row.seconds
    known = [pair for pair, _ in seconds.most_common() if pair in REDUCTIONS]
    return known[0] if known else ("sum", "double")


def prefix_of(library: Path) -> Path | None:
    """Where the MPI library is installed, if our worker can use it."""
    return next((prefix for folder in FOLDERS for prefix in library.parents
                 if library.parent == prefix / folder and (prefix / folder / LIBRARY).exists()
                 and os.access(prefix / "bin/mpiexec", os.X_OK)), None)


def is_built_in(library: Path) -> bool:
    """Whether it is the one of the path `mpi`, or a copy."""
    launcher = next((path["launcher"] for path in build()["paths"] if path["label"] == "mpi"), "")
    prefix = Path(launcher_file(launcher or "")).parents[1]
    files = [prefix / folder / LIBRARY for folder in FOLDERS]
    return library.exists() and any(file.exists() and cmp(file, library, shallow=False)
                                    for file in files)


def own_library(profile: Profile, libraries: list[str], file: Path) -> tuple[str, list[str], str]:
    """The label of its path, the values of --mpi with its library, and a note. ProgramError if it
    needs a build."""
    if any(named.startswith(f"{OWN}=") for named in libraries):
        return f"mpi@{OWN}", libraries, ""
    if profile.mpi.abi == "openmpi" and build()["mpi_abi"]:
        meson = Path(sys.executable).with_name("meson")
        raise ProgramError(OPENMPI.format(
            version=profile.mpi.version, file=file, source=build().get("source", "SOURCE"),
            meson=meson if meson.exists() else "meson"))
    if not profile.mpi.library:
        return "mpi", libraries, ""
    library = Path(profile.mpi.library).resolve()
    if is_built_in(library):
        return "mpi", libraries, ""
    if prefix := prefix_of(library):
        return f"mpi@{OWN}", [f"{OWN}={prefix}", *libraries], ""
    return "mpi", libraries, (f"comops cannot use its library, {library}; the one that comops has "
                              "stands for it")


def partners_of(placement: Placement, machine: Machine) -> dict[str, int]:
    """The first rank at each distance from rank 0, or at the one next to it, in the words of
    profiles."""
    between, partners = machine.localities(list(placement.pus)), {}
    for rank in range(1, placement.ranks):
        text = between.texts[between.levels[0][rank] - 1]
        word = next((word for part, word in WORDS.items() if part in text), "machine")
        partners.setdefault(DISTANCES.index(word), rank)
    return {word: partners[min(partners, key=lambda near: abs(near - at))]
            for at, word in enumerate(DISTANCES) if partners}


def profiled(profile: Profile, name: str, partners: dict[str, int]) -> Program:
    operations, uncounted = operations_of(profile, partners)
    times = [rank.mpi_seconds for rank in profile.ranks]
    return Program(name=name, ranks=len(profile.ranks), seconds=profile.seconds,
                   mpi_seconds=profile.mpi_seconds / len(times), slowest=max(times),
                   fastest=min(times), operations=operations, uncounted=uncounted, notes=[])


def notes_of(profile: Profile) -> list[str]:
    """What of the profile is not the whole program."""
    return [text for text, is_so in (
        (f"{profile.elsewhere} of its ranks were on other nodes; their calls are not here",
         profile.elsewhere > 0),
        (f"its profile ends early: {profile.end}", profile.end != "finalized"),
        ("its ranks run threads of their own; only what is between ranks is compared",
         any(rank.threads > 1 for rank in profile.ranks)),
        (LACKING, not profile.machine)) if is_so]


def question_of_profile(file: Path, machine: Machine, libraries: list[str], elsewhere: bool
                        ) -> ProgramQuestion:
    """ProgramError if it cannot be asked here."""
    profile = program_read(file)
    strange = strangers(profile, machine)
    if strange and not elsewhere:
        raise ProgramError(f"{file}: {strange}: measure there, or here with --elsewhere")
    placement, why = placement_of(profile.ranks, machine)
    where = machine.placement(placement, len(profile.ranks))
    program = profiled(profile, " ".join(profile.command) or str(file),
                       {} if where.refused else partners_of(where, machine))
    path, libraries, note = own_library(profile, libraries, file)
    notes = [*notes_of(profile), note, why, f"its profile {strange[3:]}" if strange else ""]
    return ProgramQuestion(replace(program, path=path, notes=[text for text in notes if text]),
                           placement, words_of(reduction_of(profile), libraries))


def question_of_mix(file: Path, ranks: int, machine: Machine, libraries: list[str]
                    ) -> ProgramQuestion:
    program = replace(mix_read(file, ranks), path="mpi")
    return ProgramQuestion(program, unbound(program.ranks, machine),
                           words_of(("sum", "double"), libraries))


def words_of(reduction: tuple[str, str], libraries: list[str]) -> list[str]:
    operation, datatype = reduction
    return ["--op", operation, "--datatype", datatype] + (
        ["--mpi", ",".join(libraries)] if libraries else [])
