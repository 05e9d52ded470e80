# SPDX-License-Identifier: BSD-3-Clause
"""What the screen says of simulated campaigns, and what the JSON adds."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from comops.common.terminal import wrapped
from comops.reports.words.formats import calls_text
from comops.results.campaign import PlatformRecord
from comops.results.read import Campaign
from comops_simulate.bands import PATHS, bands_of, judged

EXACT = "Times are simulated and have no interval: extensions/simulate/docs/simulation.md"
NONE = "no verdict between simulated threads and simulated MPI, not calibrated there"


def band_text(platform: PlatformRecord, paths: Sequence[str]) -> str:
    """How far its simulated times may be off."""
    bands = bands_of(platform)
    said = [f"{calls_text(path)} x {bands[path].low:.2g} to {bands[path].high:.2g}"
            if path in bands else f"{calls_text(path)} by an unknown factor" for path in paths]
    return f"simulated times may be off: {', '.join(said)}"


def sentences(campaign: Campaign) -> list[str]:
    """What is the same for several machines is said once."""
    paths = [path for path in PATHS
             if any(cell.key.path == path for cell in campaign.cells.values())]
    machines: dict[str, list[str]] = defaultdict(list)
    for platform in campaign.record.platforms:
        meant = judged(platform)
        verdicts = NONE if meant is None else f"verdicts are {meant}"
        said = [band_text(platform, paths), *([verdicts] if len(paths) > 1 else [])]
        machines["; ".join(said)].append(platform.name)
    return [f"{', '.join(names)}: {said}." for said, names in machines.items()]


def lines(campaign: Campaign, columns: int) -> list[str]:
    if not campaign.simulated:
        return []
    return [line for text in (*sentences(campaign), EXACT)
            for line in wrapped(text, 2, columns).splitlines()]


def record(campaigns: Sequence[Campaign]) -> dict[str, Any]:
    """The bands of all simulated machines."""
    machines = {platform.name: {
        "bands": {path: [band.low, band.high] for path, band in bands_of(platform).items()},
        "verdicts": judged(platform)}
        for campaign in campaigns if campaign.simulated for platform in campaign.record.platforms}
    return {"simulated": machines} if machines else {}
