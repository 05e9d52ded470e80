# SPDX-License-Identifier: BSD-3-Clause
"""What the screen says of a profile."""

import shlex
from collections import defaultdict
from collections.abc import Iterator, Sequence

from comops.common.terminal import escaped
from comops.reports.words.formats import aligned, percent_text, plural, size_text
from comops_programs.profile import Profile, ProfiledCall
from comops_programs.rank_files import RankFile

SHOWN = 10  # calls


def seconds_text(seconds: float) -> str:
    """1234, 12.3, 1.23, 0.0012: three digits."""
    return f"{seconds:.0f}" if seconds >= 999.5 else f"{seconds:#.3g}".rstrip(".")


def rows_of(profile: Profile) -> Iterator[tuple[str, ...]]:
    """The calls with the most time, each with all its sizes."""
    by_name: dict[str, list[ProfiledCall]] = defaultdict(list)
    for call in profile.calls:
        by_name[call.call].append(call)
    times = {name: sum(call.seconds for call in calls) for name, calls in by_name.items()}
    ranks, whole = len(profile.ranks), profile.mpi_seconds or 1.0
    for name in sorted(times, key=lambda name: -times[name])[:SHOWN]:
        calls = by_name[name]
        sizes = [round(call.bytes) for call in calls]
        ends = dict.fromkeys(map(size_text, (min(sizes), max(sizes))) if any(sizes) else ())
        yield (name, f"{sum(call.calls for call in calls):,}",
               " to ".join(ends).replace("\N{NO-BREAK SPACE}", " "),
               seconds_text(times[name] / ranks), percent_text(times[name] / whole))


def summary_text(profile: Profile) -> str:
    ranks = profile.ranks
    in_mpi = sorted(rank.mpi_seconds for rank in ranks)
    version = profile.mpi.version.partition(",")[0]
    head = (f"{escaped(shlex.join(profile.command))}\n"
            f"{plural(len(ranks), 'rank')}: {seconds_text(profile.seconds)} s, of them "
            f"{seconds_text(sum(in_mpi) / len(ranks))} s in MPI")
    if len(ranks) > 1:
        head += (f" (slowest rank {seconds_text(in_mpi[-1])}, fastest "
                 f"{seconds_text(in_mpi[0])})")
    rows = [("call", "calls", "bytes", "s a rank", "of MPI"), *rows_of(profile)]
    return "\n".join([f"{head}; {version}", *(f"  {line}" for line in aligned(rows, (0, 2))), ""])


def notes_of(profile: Profile, files: Sequence[RankFile], programs: Sequence[Sequence[RankFile]],
             every: Sequence[RankFile]) -> Iterator[str]:
    """What is not in the profile, and why. `files`: of its ranks; `programs`: of all that ran;
    `every`: of all processes."""
    if len(programs) > 1:
        yield (f"the command ran {len(programs)} MPI programs; this is the profile of the one with "
               "the most time in MPI, number "
               f"{next(at for at, ranks in enumerate(programs, 1) if ranks is files)}")
    if profile.elsewhere:
        yield (f"{profile.elsewhere} of {profile.elsewhere + len(files)} ranks ran on other nodes, "
               "or did not begin; their calls are not in the profile")
    if profile.end != "finalized":
        ended = {"aborted": "MPI_Abort ended the program", "killed": "the program was killed"}
        yield (f"{ended.get(profile.end, 'not all ranks called MPI_Finalize')}; the profile has "
               "what was counted until then")
    for file in files:
        head = file.head
        if head["pauses"]:
            times = plural(int(head["pauses"]), "time")
            yield (f"rank {file.rank} called MPI_Pcontrol(0) {times}; calls before the next "
                   "MPI_Pcontrol(1) are not in the profile")
        if head["forks"]:
            yield (f"rank {file.rank} forked {plural(int(head['forks']), 'time')}; calls of its "
                   "children are not in the profile")
        if head["lost"]:
            yield f"{int(head['lost']):,} calls of rank {file.rank} differ too much to be counted"
    if lonely := [file for file in every if file.rank < 0]:
        yield f"{len(lonely)} other processes called MPI without MPI_Init"
