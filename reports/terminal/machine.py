# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine` says of placements with --help, and of the cost of memory accesses by
distance with --calibrate."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.machine_pairs import Calibrated, Quantity

COLUMNS, INDENT = 90, 14
HEAD = """A placement maps ranks to hardware threads. Ranks get distinct cores unless it says
otherwise, of one kind if there are enough, in hwloc's logical order.
"""
TAIL = """  numa:0.core:0-3
              locations as hwloc-calc writes them, in logical order; several are
              joined by +; ranges are N, N-M, N-, N:COUNT (wraps), all, odd, even
A LIST is like 0+2+5-7, as in pu:0+2+5-7.
What this machine cannot offer is refused with the reason.
"""


def placements_help(forms: Mapping[str, str]) -> str:
    """`forms`: what each placement is written as -> its meaning."""
    lines = (textwrap.fill(meaning, COLUMNS, initial_indent=f"  {form}".ljust(INDENT),
                           subsequent_indent=" " * INDENT, break_on_hyphens=False)
             for form, meaning in forms.items())
    return "".join((HEAD, *(f"{line}\n" for line in lines), TAIL))


def _quantities(some: "dict[str, tuple[str, Quantity | None]]") -> Iterator[str]:
    for name, (meaning, one) in some.items():
        if one is None:
            yield f"  {name:<20} {'-':>10} {'':>21}  {meaning}"
        else:
            yield (f"  {name:<20} {one.median:10.4g} {one.low:10.4g} {one.high:10.4g}  {meaning}")


def calibration_text(pairs: "list[Calibrated]") -> str:
    """The costs of one core alone, then of each pair."""
    lines = ["Median and quartiles over places in memory", "",
             f"Hardware thread {pairs[0].pus[0]}", *_quantities(pairs[0].quantities(pair=False))]
    for one in pairs:
        lines += ["", f"Hardware threads {one.pus[0]} and {one.pus[1]}, {one.distance}",
                  *_quantities(one.quantities(pair=True))]
    return "".join(f"{line}\n" for line in lines)
