# SPDX-License-Identifier: BSD-3-Clause
"""From options to the cells of a campaign and their order."""

from campaign.machine import Machine
from campaign.options import Options
from campaign.paths import Path
from campaign.plan import Plan


def plan_make(options: Options, machine: Machine, paths: list[Path]) -> Plan:
    """Placements, pages, patterns, buffer modes and series make tables, sizes make the groups of a
    table. What this machine cannot do is left out with a note. UsageError if the options name
    something that does not exist."""
    raise NotImplementedError
