# SPDX-License-Identifier: BSD-3-Clause
"""What is found in a whole table, as lines below it."""

from analysis.findings import FoundCrossover, FoundFit, FoundOverlap
from common import sizes
from reports.words.formats import about_short


def finding_text(finding: FoundFit | FoundOverlap | FoundCrossover) -> str | None:
    """threads/direct hides 93 % at 64K; mpi/library overtakes threads/direct at 1.2K [900, 1.5K];
    None of a fit, which only the results file has."""
    if isinstance(finding, FoundOverlap):
        parts = (f"{percent:.0f} % at {sizes.size_text(size)}"
                 for size, percent in finding.percents)
        return f"{finding.key['path']}/{finding.key['protocol']} hides {', '.join(parts)}"
    if not isinstance(finding, FoundCrossover):
        return None
    a, b, crossover = finding.a, finding.b, finding.crossover
    below, above = (a, b) if crossover.a_below else (b, a)
    path = "" if a["path"] == b["path"] else f"{below['path']}/"
    at, low, high = map(about_short, (crossover.bytes, *crossover.ci95))
    return (f"{above['path']}/{above['protocol']} overtakes {path}{below['protocol']} at {at} "
            f"[{low}, {high}]")
