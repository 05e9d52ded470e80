# SPDX-License-Identifier: BSD-3-Clause
"""What Worley would ask today: which transpose or sum, in which protocol and over which path, a
code should choose on this machine, and what it gains over his default."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from comops.reports.words.formats import calls_text, interval_text, size_text
from comops.results.cell import CellRecord
from comops.results.keys import CellKey
from comops_papers.claims.evidence import Evidence, condition_of, preference
from comops_papers.items.items import HERE, ItemLine, Part, Runs, Value, beside
from comops_pstswm import KINDS, SIZES
from comops_pstswm.messages import PROTOCOLS

DEFAULT, MPI = "(0,6)", "mpi"
COLLECTIVES = "library", "vector"
COMMAND = (f"comops run --patterns {','.join(name for names in KINDS.values() for name in names)} "
           f"--paths all --ranks {{ranks}} --sizes {SIZES} --budget 100s "
           f"'--protocols={','.join([*PROTOCOLS, *COLLECTIVES])}'")
NOTE = ("The default is srtrans or ringsum over MPI in (0,6). Kept unless the 95 % interval of the "
        "gain is above 1. The gain of the best of many ways is flattered a little by the choice.")
Case = tuple[str, int, int]  # kind, ranks, bytes of a block or of the vector


def cases_of(evidence: Evidence) -> dict[Case, list[CellRecord]]:
    """The ways of each case, under the condition that is preferred."""
    cases: dict[Case, dict[CellKey, list[CellRecord]]] = defaultdict(lambda: defaultdict(list))
    for kind, patterns in KINDS.items():
        for cell in (cell for name in patterns for cell in evidence.cells.get(name, ())):
            if cell.key.protocol in (*PROTOCOLS, *COLLECTIVES):
                case = kind, cell.key.ranks, cell.key.bytes
                cases[case][condition_of(cell)].append(cell)
    return {case: groups[min(groups, key=preference)] for case, groups in cases.items()}


def choice(evidence: Evidence, kind: str, ways: Iterable[CellRecord]) -> tuple[Value, Value] | None:
    """The way to choose and its gain; none without the default."""
    listed = list(ways)
    usual = next((cell for cell in listed if (cell.key.path, cell.key.pattern, cell.key.protocol)
                  == (MPI, KINDS[kind][0], DEFAULT)), None)
    if not usual:
        return None
    best = min(listed, key=lambda cell: cell.time_us)
    gain, ci95 = evidence.ratio(best, usual)
    many = bool(best.oversubscribed)
    if ci95 and ci95[0] <= 1:
        name = "the default"
    else:
        name = f"{best.key.pattern} {best.key.protocol}, {calls_text(best.key.path)}"
    return (Value(words=name, oversubscribed=many),
            Value(gain, interval_text(gain, ci95)) if ci95 else Value(words="no interval"))


def choices(runs: Runs) -> list[Part]:
    chosen: dict[tuple[str, str], dict[Case, Value]] = defaultdict(dict)
    for evidence in runs.here:
        for case, ways in cases_of(evidence).items():
            sides: dict[str, Sequence[CellRecord]] = {
                "of all paths": ways, "over MPI": [way for way in ways if way.key.path == MPI]}
            for title, cells in sides.items():
                for name, value in zip(("choose", "times as fast"),
                                       choice(evidence, case[0], cells) or (), strict=False):
                    chosen[title, name].setdefault(case, value)
    cases = sorted({case for values in chosen.values() for case in values},
                   key=lambda case: (list(KINDS).index(case[0]), *case[1:]))
    return [beside("what a code should choose on this machine", ("what", "ranks", "size"),
                   (ItemLine(HERE, title, values, "", name)
                    for (title, name), values in chosen.items()),
                   {case: (case[0], str(case[1]), size_text(case[2])) for case in cases},
                   note=NOTE)]
