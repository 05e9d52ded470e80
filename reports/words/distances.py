# SPDX-License-Identifier: BSD-3-Clause
"""How far the ranks were from each other, in words (analysis/handovers.py)."""

from analysis.findings import FoundDistance
from analysis.handovers import Measured, Seated
from common.sizes import size_text
from reports.words.formats import list_text

SHOWN = 0.005  # a class of a smaller share of the rounds is not named


def _ns_text(low: float, high: float) -> str:
    """28 ns; 28 to 110 ns between rank 0 and the others."""
    first, last = f"{low:.0f}", f"{high:.0f}"
    return f"{first} ns" if first == last else f"{first} to {last} ns"


def usual_text(measured: Measured) -> str:
    """hand-over 28 ns: the most frequent class; "" without one."""
    return f"hand-over {_ns_text(*measured.classes[0][:2])}" if measured.classes else ""


def trust_text(measured: Measured) -> str:
    """The machine's cores move (28 ns 78 %, 110 ns 13 % of the time); nothing if they stay."""
    if not measured.moves:
        return ""
    shares = [f"{_ns_text(low, high)} {100 * share:.0f} %" for low, high, share in measured.classes
              if share >= SHOWN]
    unlike = ", though it describes one distance" if measured.contradicts else ""
    some = "" if measured.mixed == 1 else f"in {100 * measured.mixed:.0f} % of the groups "
    mixed = f"; {some}no distance has launches enough, so all are used" if measured.mixed else ""
    return f"the machine's cores move ({', '.join(shares)} of the time){unlike}{mixed}"


def contradiction_text(near: Seated, far: Seated) -> str:
    """bus is measured farther than crossbar (110 ns, 28 ns), though ..."""
    return (f"{near.name} is measured farther than {far.name} ({_ns_text(*near.ns)}, "
            f"{_ns_text(*far.ns)}), though the machine describes it as nearer")


def distance_text(found: FoundDistance) -> str:
    """at 110 ns (13 % of the rounds) mpi/threads is 1.20 at 8, 0.98 at 4K."""
    rows = [(size, verdict) for size, verdict in sorted(found.verdicts, key=lambda one: one[0])
            if verdict.complete]
    if not rows:
        return ""
    a, b = rows[0][1].cells
    assert a and b
    said = list_text([f"{verdict.ratio.value:.2f} at {size_text(size)}" for size, verdict in rows])
    return (
        f"at {_ns_text(found.low_ns, found.high_ns)} ({100 * found.share:.0f} % of the rounds) "
        f"{b.key['path']}/{a.key['path']} is {said}")
