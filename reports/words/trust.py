# SPDX-License-Identifier: BSD-3-Clause
"""How far results can be trusted, in words: how far the ranks were from each other
(comops/statistics/handovers.py), and the warnings of cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from comops.common import sizes
from comops.reports.words.formats import (calls_text, interval_text, list_text, path_text, plural,
                                          size_text)
from comops.results.cell import CellRecord
from comops.results.conditions import Reason, TrustRecord
from comops.results.read import Campaign
from comops.statistics.findings import FoundDistance
from comops.statistics.handovers import HandoverSummary, MeasuredPlacement
from comops.statistics.trust import trust_of
from comops.statistics.warnings import WARNINGS, Warning

# A reason of the verdict on trust.
REASONS = {
    "no shared memory": "{path} does not use shared memory: by its library's own answer, no more "
    "than {ranks} of {of} ranks share any",
    "slow messages": "{path} is too slow for shared memory: {bytes} of {pattern} over {protocol} "
    "take {time} us, a hand-over between the cores {handover} us",
    "slow copies": "{path} is too slow for shared memory: {bytes} of {pattern} over {protocol} "
    "take {time} us, reading them from the other core's cache {copy} us",
    "oversubscribed": "there were more ranks than cores",
    "no core": "the ranks had no core in {share} of the time",
    "invalid": "{cells} of {of} cells have no valid time",
    "quota": "a quota on processor time stopped the programs in {share} of the time",
    "cores move": "the cores were not at their usual distance in {share} of the rounds",
    "clock": "the speed of the cores differed by {share} between launches",
    "throttled": "the processor slowed itself down, to cool or to save power",
    "tuning": "at {placement} the values of --tuning gain nothing over the default",
}
SHOWN = 0.005  # a class of a smaller share of the rounds is not named


def _ns_text(low: float, high: float) -> str:
    """28 ns; 28 to 110 ns between rank 0 and the others."""
    first, last = f"{low:.0f}", f"{high:.0f}"
    return f"{first} ns" if first == last else f"{first} to {last} ns"


def usual_text(measured: HandoverSummary) -> str:
    """28 ns apart: the most frequent class; "" without one."""
    return f"{_ns_text(*measured.classes[0][:2])} apart" if measured.classes else ""


def trust_text(measured: HandoverSummary) -> str:
    """The machine's cores move: 28 ns apart for 78 % of the time, 110 ns for 13 %; nothing if they
    stay."""
    if not measured.moves:
        return ""
    shares = [(_ns_text(low, high), f"for {100 * share:.0f} %")
              for low, high, share in measured.classes if share >= SHOWN]
    said = ", ".join(f"{ns} {'' if at else 'apart '}{share}{'' if at else ' of the time'}"
                     for at, (ns, share) in enumerate(shares)) or "never at one distance for long"
    unlike = ", though it describes one distance" if measured.contradicts else ""
    share = "all" if measured.mixed == 1 else f"{100 * measured.mixed:.0f} % of the"
    mixed = f"; {share} comparisons mix these distances" if measured.mixed else ""
    return f"the machine's cores move: {said}{unlike}{mixed}"


def contradiction_text(near: MeasuredPlacement, far: MeasuredPlacement) -> str:
    """bus is measured farther than crossbar (110 ns, 28 ns), though ..."""
    return (f"{near.name} is measured farther than {far.name} ({_ns_text(*near.ns)}, "
            f"{_ns_text(*far.ns)}), though the machine describes it as nearer")


def distance_text(other: FoundDistance) -> str:
    """at 110 ns (13 % of the rounds) MPI / threads is 1.20 at 8, 0.98 at 4K."""
    rows = [(size, verdict) for size, verdict in sorted(other.verdicts, key=lambda entry: entry[0])
            if verdict.complete and verdict.ratio.ci95]
    if not rows:
        return ""
    a, b = rows[0][1].cells
    assert a and b
    said = list_text([f"{verdict.ratio.value:.2f} at {sizes.size_text(size)}"
                      for size, verdict in rows])
    return (f"at {_ns_text(other.low_ns, other.high_ns)} ({100 * other.share:.0f} % of the rounds) "
            f"{path_text(b.key['path'], b.key['protocol'])} / {path_text(a.key['path'])} is {said}")


def warning_of(name: str) -> Warning:
    """Also of one that is not known here."""
    return WARNINGS.get(name, Warning(name, name, "A warning of a later version.", ""))


def title_of(name: str) -> str:
    return warning_of(name).title


def warning_counts(cells: Iterable[CellRecord]) -> dict[str, int]:
    """How many cells carry each warning, in the order of the list, unknown ones last."""
    counts = Counter(warning for cell in cells for warning in cell.warnings)
    known = [name for name in WARNINGS if name in counts]
    return {name: counts[name] for name in (*known, *sorted(counts.keys() - WARNINGS.keys()))}


def warnings_text(cells: Iterable[CellRecord]) -> str:
    """Which warnings the cells carry: drifting 2 and bimodal 1."""
    return list_text([f"{title_of(name)} {count}" for name, count in warning_counts(cells).items()])


def is_split(cell: CellRecord) -> bool:
    """Page faults split the cell into two states."""
    return bool(cell.page_faults) and None not in cell.page_faults.states.values()


def states_text(cell: CellRecord) -> str:
    """Both times of a cell that page faults split, and which of them results use."""
    both = [f"{interval_text(state.time_us, state.ci95_us)} us {name} page faults "
            f"({plural(state.blocks, 'block')})" for name, state in cell.page_faults.states.items()]
    return (f"{cell.key.path}/{cell.key.protocol} at {size_text(cell.key.bytes)}: "
            f"{', '.join(both)}; results use that {cell.page_faults.used}")


def machine_texts(explained: Mapping[str, int], measured: int) -> Iterator[str]:
    """A line for each fact of the machine: how many cells would have the warning that it explains.
    """
    for name, warning in WARNINGS.items():
        if count := explained.get(name, 0):
            yield f"the machine {warning.machine} ({name} in {count} of {measured} cells)"


def _reason_text(reason: Reason) -> str:
    said = {name: "?" if value is None else value for name, value in vars(reason).items()}
    text = REASONS.get(reason.name, "{name}").format(**said | {  # a foreign file may lack some
        "path": calls_text(reason.path or ""), "bytes": size_text(reason.bytes),
        "time": f"{reason.time_us:.3g}", "handover": f"{reason.handover_us:.3g}",
        "copy": f"{reason.bytes / reason.copy_MBps:.3g}", "share": f"{100 * reason.share:.0f} %"})
    return f"{text} (set: {', '.join(reason.causes)})" if reason.causes else text


def trust_said(trust: TrustRecord) -> str:
    """do not use: the ranks had no core in 29 % of the time."""
    return ": ".join(filter(None, (trust.verdict, "; ".join(
        map(_reason_text, trust.reasons)))))


def verdict_text(campaign: Campaign) -> str:
    """The same of a campaign; "" where nothing was measured."""
    return trust_said(trust) if (trust := trust_of(campaign)) else ""


def not_shared(campaign: Campaign) -> dict[str, str]:
    """By path, what must stand wherever its library is named."""
    said = {"no shared memory": "not over shared memory"}
    trust = trust_of(campaign)
    return {reason.path: said.get(reason.name, "too slow for shared memory")
            for reason in (trust.reasons if trust else ()) if reason.path is not None}


def verdict_lines(campaigns: Iterable[Campaign]) -> list[str]:
    """How far to trust the numbers of these campaigns, each verdict once."""
    return [f"Trust: {said}" for said in dict.fromkeys(map(verdict_text, campaigns)) if said]
