# SPDX-License-Identifier: BSD-3-Clause
"""mpiP's text report as a profile (J. Vetter and C. Chambreau, mpiP 3.5).

It has for each call site how often it was called, for how long, and the mean size of what was sent.
It lacks the distribution of sizes, the ranks of communicators, so that all take part in each
collective, the partners, and where ranks ran.
"""

from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path

from comops_programs.profile import SCHEMA, MpiLibrary, Profile, ProfiledRank, plain_call
from comops_programs.program import ProgramError

BEGIN = "@ mpiP"
LACKING = ("mpiP's report has one mean size for each call site, and neither communicators nor "
           "placement: every collective is taken to be one of all ranks")
TIMES, SENT, TASKS = "Callsite Time statistics", "Callsite Message Sent", "MPI Time (seconds)"
COLUMNS = {TIMES: 9, SENT: 8, TASKS: 4}
Site = tuple[str, str]  # the call, the number of its site


class MpipReport:
    """The rows of each section, with the numbers of their lines."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.host = file, ""
        self.command, self.hosts = "", set()
        self.rows: dict[str, list[tuple[int, list[str]]]] = {name: [] for name in COLUMNS}
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("@---"):
                section = next((name for name in COLUMNS if name in line), "")
            elif line.startswith("@ "):
                self.head(line)
            elif section and line[:1] not in ("-", ""):
                self.rows[section].append((number, line.split()))

    def head(self, line: str) -> None:
        name, _, value = line[2:].partition(":")
        if name.strip() == "Command":
            self.command = value.strip()
        elif name.strip() == "MPI Task Assignment":
            self.hosts.update(value.split()[1:2])

    def numbers(self, section: str, first: int) -> Iterator[tuple[list[str], list[float]]]:
        """The first columns of each row, and the numbers after them."""
        for number, words in self.rows[section][1:]:  # below the names of the columns
            try:
                values = list(map(float, words[first:]))
                if len(words) != COLUMNS[section] or not all(0 <= value < inf for value in values):
                    raise ValueError
                yield words[:first], values
            except ValueError:
                raise ProgramError(f"line {number} of {self.file} is no row of mpiP's section "
                                   f"`{section}`") from None

    def sites(self, section: str) -> tuple[Counter[Site], Counter[Site]]:
        """Calls of all ranks, and their number times the mean, by site. Rows of single ranks count
        where there is none of all."""
        counts, sums = ({True: Counter[Site](), False: Counter[Site]()} for _ in range(2))
        for (call, site, rank), (count, _, mean, *_) in self.numbers(section, 3):
            counts[rank == "*"][call, site] += count
            sums[rank == "*"][call, site] += count * mean
        return counts[False] | counts[True], sums[False] | sums[True]


def mpip_profile(file: Path, text: str) -> Profile:
    """ProgramError names the line that is wrong."""
    report = MpipReport(file, text)
    ranks = [ProfiledRank(rank=int(task), pid=0, cpus=[], seconds=seconds, mpi_seconds=mpi_seconds,
                          threads=1, finalized=True)
             for (task,), (seconds, mpi_seconds, _) in report.numbers(TASKS, 1) if task.isdigit()]
    counts, milliseconds = report.sites(TIMES)
    sent, bytes_ = report.sites(SENT)
    if not ranks or not counts:
        raise ProgramError(f"{file}: mpiP's report ends before its section "
                           f"`{TIMES if ranks else TASKS}`")
    if len(report.hosts) > 1:
        raise ProgramError(f"{file}: its ranks were on {len(report.hosts)} nodes; COMOPS measures "
                           "what is on one")
    calls = [plain_call(f"MPI_{call}", round(count), milliseconds[call, site] / 1000,
                        bytes_[call, site] / sent[call, site] if sent[call, site] else 0.0,
                        len(ranks)) for (call, site), count in counts.items()]
    return Profile(
        schema=SCHEMA, version="", host=next(iter(report.hosts), ""), machine="",
        command=report.command.split(), started="", seconds=max(rank.seconds for rank in ranks),
        end="finalized", mpi=MpiLibrary(abi="mpich", version="", library=""), elsewhere=0,
        ranks=ranks, calls=calls, other=[])
