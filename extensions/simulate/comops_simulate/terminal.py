# SPDX-License-Identifier: BSD-3-Clause
"""What the screen says of simulated campaigns."""

from comops.common.terminal import wrapped
from comops.results.read import Campaign

EXACT = ("Times are simulated and have no interval; threads and MPI are compared where both are "
         "calibrated or printed: extensions/simulate/docs/simulation.md")


def lines(campaign: Campaign, columns: int) -> list[str]:
    said = [EXACT] if campaign.simulated else []
    for platform in campaign.record.platforms:
        ends = [one for one in platform.parameters if one["name"].startswith("band of")]
        said += [f"{platform.name}: simulated times of {low['name'].split(', ')[1]} may be off, "
                 f"x {low['value']:.2g} to {high['value']:.2g}"
                 for low, high in zip(ends[::2], ends[1::2], strict=True)]
    return [line for text in said for line in wrapped(text, 2, columns).splitlines()]
