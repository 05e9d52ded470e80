# SPDX-License-Identifier: BSD-3-Clause
"""The cost of memory accesses by distance: `comops machine --calibrate`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.calibration import Calibrated, Quantity


def _quantities(some: "dict[str, tuple[str, Quantity | None]]") -> Iterator[str]:
    for name, (meaning, one) in some.items():
        if one is None:
            yield f"  {name:<20} {'-':>10} {'':>21}  {meaning}"
        else:
            yield (f"  {name:<20} {one.median:10.4g} {one.low:10.4g} {one.high:10.4g}  {meaning}")


def calibration_text(pairs: "list[Calibrated]") -> str:
    """Of one core alone, then of each pair."""
    lines = ["Median and quartiles over places in memory", "",
             f"Hardware thread {pairs[0].pus[0]}", *_quantities(pairs[0].quantities(pair=False))]
    for one in pairs:
        lines += ["", f"Hardware threads {one.pus[0]} and {one.pus[1]}, {one.distance}",
                  *_quantities(one.quantities(pair=True))]
    return "".join(f"{line}\n" for line in lines)
