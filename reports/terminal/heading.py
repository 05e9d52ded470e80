# SPDX-License-Identifier: BSD-3-Clause
"""The first lines of a campaign's screen: the machine, the libraries, how long it took, and what is
not as usual; and what a figure says below itself."""

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from textwrap import shorten

from comops.common.durations import duration_text
from comops.common.terminal import NO_BREAK, plain
from comops.reports.terminal.account import account_of
from comops.reports.answers.panels import Panel
from comops.reports.words.formats import date_text, plural
from comops.reports.words.settings import setting_texts
from comops.reports.words.trust import not_shared, usual_text, verdict_lines
from comops.results.read import Campaign
from comops.statistics.handovers import HandoverSummary
from comops.statistics.trust import Place, measured_by_placement
from comops.statistics.verdicts import library_name

OVERSUBSCRIBED = "OVERSUBSCRIBED: more ranks than cores; these times say little about the machine"
PAUSE_S = 600  # without a launch: the campaign was interrupted, and resumed later
CACHE = re.compile(r"(L\d) #\d+ \(([^)]+)\), (.+)")
VALUE, COLUMNS_LEAST = 30, 80  # characters of a variable's value, and of all
USUAL = {"buffers": "rewrite", "consume": "timed", "method": "adaptive", "memory": "local"}
NOISE = re.compile(r"\((?:R|TM|tm|C)\)| Processor\b| CPU\b| @ .*| \d+-Core\b")


def processor(name: str) -> str:
    """Intel Xeon of Intel(R) Xeon(R) Processor @ 2.30GHz."""
    return " ".join(NOISE.sub("", name).split())


def library_short(runtime: str) -> str:
    """GNU OpenMP; MPICH 3.4.3 ch3:nemesis."""
    name = library_name(runtime)
    if name.startswith("libgomp"):
        return "GNU OpenMP"
    return name.replace(",", "")


def seconds_of(campaign: Campaign) -> float:
    """The wall time; for an older campaign, from the start to the last launch without pauses."""
    stamps = {campaign.record.started, *(canary.started for canary in campaign.canaries),
              *(cell.started for cell in campaign.cells.values())}
    times = []
    for stamp in stamps:
        with contextlib.suppress(ValueError):  # no ISO 8601 time
            times.append(datetime.fromisoformat(stamp).timestamp())
    times.sort()
    seen = sum(later - before for before, later in pairwise(times) if later - before < PAUSE_S)
    account = account_of(campaign)
    return max(seen, account.wall) if account else seen


def place_text(where: str) -> str:
    """one L3 of 32 MiB, cores 0-1"""
    match = CACHE.fullmatch(where)
    return f"one {match[1]} of {match[2]}, {match[3]}" if match else where


def _places(campaign: Campaign, measured: dict[Place, HandoverSummary]) -> list[tuple[str, str]]:
    """Placements, named with their ranks if these differ, and where they are: as described, and as
    measured."""
    placements = campaign.record.placements
    several = len({placement.ranks for placement in placements}) > 1
    places = []
    for placement in placements:
        near = place_text(placement.where)
        known = measured.get((placement.name, placement.ranks))
        if distance := usual_text(known) if known else "":  # others: in the lines on trust
            # Which cores they are stands above their tables.
            cores = near.partition(", core")[0]
            near = ", ".join(filter(None, (cores, distance if "core" in cores else
                                           f"cores {distance}")))
        ranks = f", {plural(placement.ranks, 'rank')}" if several else ""
        places.append((placement.name + ranks, near))
    return places


def _unusual(panels: Iterable[Panel]) -> list[str]:
    """Settings that all tables share and that are not the usual ones."""
    settings = [panel.setting for panel in panels if max(panel.sizes) > 0]  # others have no data
    texts = []
    for name in ("buffers", "consume", "method", "memory", "pages", "skew"):
        values = {getattr(setting, name) for setting in settings}
        if len(values) == 1 and values != {USUAL.get(name, "")}:
            texts.append(setting_texts(settings[0])[name])
    return texts


def _protocols(campaign: Campaign) -> list[str]:
    """The coherence protocols of simulated machines, and why they are theirs."""
    machines = [platform.machine for platform in campaign.record.platforms]
    counts = Counter((machine["protocol"], machine.get("protocol_source", ""))
                     for machine in machines if "protocol" in machine)
    if len(counts) < 2:
        return [f"coherence protocol {name}: {why}" for name, why in counts]
    return ["coherence protocols: " + ", ".join(
        f"{name} ({plural(count, 'machine')})" for (name, _), count in counts.items())]


def _simulated(campaign: Campaign, panels: Sequence[Panel]) -> list[str]:
    names = [platform.name for platform in campaign.record.platforms]
    ranks = sorted({panel.setting.ranks for panel in panels})
    said = [f"{ranks[0]} to {ranks[-1]} ranks" if len(ranks) > 1 else plural(rank, "rank")
            for rank in ranks[:1]]  # none if no cell has a time
    head = " | ".join([f"SIMULATED: {', '.join(names)}", *said])
    where = "; ".join(f"{name}: {where}" for name, where in _places(campaign, {}))
    return [head, *filter(None, [where]), *_protocols(campaign)]


def environment_text(variables: dict[str, str]) -> str:
    """One line, with as much of each value as tells what it is."""
    said = " ".join(f"{name}={value[:VALUE]}" for name, value in variables.items())
    return shorten(f"Environment: {said}", COLUMNS_LEAST, placeholder=" ...")


def heading_of(campaign: Campaign, panels: Sequence[Panel], measured: dict[Place, HandoverSummary]
               ) -> list[str]:
    """One line, and others for several placements and what is not as usual."""
    if campaign.simulated:
        return list(map(plain, _simulated(campaign, panels)))
    record, places = campaign.record, _places(campaign, measured)
    ranks = {panel.setting.ranks for panel in panels}
    machine = processor(record.cpu or record.machine.partition(",")[0])
    near = places[0][1] if len(places) == 1 else ""
    said = ", ".join(filter(None, (
        machine, plural(*ranks, "rank") if len(ranks) == 1 else "", near)))
    apart = not_shared(campaign)
    libraries = [", ".join(filter(None, (library_short(name), apart.get(path))))
                 for path, name in record.runtimes.items()]
    lines = [" | ".join([said, *(library.replace(" ", NO_BREAK) for library in libraries),
                         duration_text(seconds_of(campaign))])]
    if len(places) > 1:
        lines.append("; ".join(f"{name}: {where}" for name, where in places))
    if unusual := _unusual(panels):
        lines.append(", ".join(unusual))
    if record.environment:
        lines.append(environment_text(record.environment))
    lines += [f"{path} was not measured: {why}" for path, why in campaign.missing.items()]
    if any(panel.oversubscribed for panel in panels):
        lines.append(OVERSUBSCRIBED)
    return list(map(plain, lines))


def footer(campaign: Campaign, panels: Sequence[Panel]) -> list[str]:
    """The machine and the runtimes, date and version, and how far to trust the numbers."""
    record = campaign.record
    return [*heading_of(campaign, panels, measured_by_placement(campaign)),
            f"{date_text(record.started)}; comops {record.version}", *verdict_lines([campaign])]
