# SPDX-License-Identifier: BSD-3-Clause
"""What the screen says of simulated campaigns."""

from comops.common.terminal import wrapped
from comops.results.read import Campaign

EXACT = ("Times are simulated and have no interval; threads and MPI are compared where both are "
         "calibrated or printed: extensions/simulate/docs/simulation.md")


def lines(campaign: Campaign, columns: int) -> list[str]:
    return wrapped(EXACT, 2, columns).splitlines() if campaign.simulated else []
