# SPDX-License-Identifier: BSD-3-Clause
"""Curves from files, and those of this machine, measured."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from comops.common.console import UsageError, note
from comops.common.nearest import no_such
from comops.measure.launch.places import program_folder
from comops.measure.launch.processes import result_of
from comops.results.read import campaign_read
from comops.results.write import ResultsError
from comops_simulate.curve import Curve
from comops_simulate.descriptions.description import (DISTANCES, Description, Parameter,
                                                      distance)
from comops_simulate.descriptions.hwloc import MOVED
from comops_simulate.messages import EAGER
from comops_simulate.platforms import Platform, PlatformError

PROGRAM = "comops simulate"
PATTERNS = "pingpong", "put_acknowledged"
MEASURE = ["run", "-q", "--patterns", ",".join(PATTERNS), "--paths", "mpi", "--protocols",
           "sendrecv", "--ranks", "2", "--sizes", "1:4M", "--consume", "no", "--budget", "12"]
TURNS = 3  # until the cores are where they were calibrated
LINE = re.compile(r"\s*(\d+)\s+(\d+\.?\d*)(?:\s+(\d+\.?\d*))?\s*(?:\d+\.?\d*)?\s*$")


def _of_text(text: str, file: Path) -> Curve:
    """What osu_latency or IMB's PingPong prints: bytes and microseconds in the last column but
    IMB's rate."""
    imb = "#bytes" in text.replace(" ", "")
    points = {}
    for line in text.splitlines():
        if row := LINE.match(line):
            size, time = int(row[1]), float(row[3] if imb and row[3] else row[2])
            if size and time:
                points.setdefault(size, time)
    library = re.search(r"^#?\s*(?:MPI )?[Ll]ibrary\s*:\s*(.+)$", text, re.MULTILINE)
    if len(points) < 2:
        raise PlatformError(f"{file}: not a text of osu_latency, of IMB's PingPong, or a results "
                            "file of comops")
    return Curve(library[1].strip() if library else "unknown", tuple(sorted(points.items())),
                 str(file))


def _of_results(file: Path) -> Curve:
    """Two ranks' ping-pong by sends, and long messages that a short one acknowledges."""
    try:
        campaign = campaign_read(file)
    except ResultsError as error:
        raise PlatformError(str(error)) from None
    points, acknowledged = ({
        cell.key.bytes: cell.time_us for cell in campaign.cells.values()
        if (cell.key.pattern, cell.key.path, cell.key.protocol, cell.key.ranks)
        == (pattern, "mpi", "sendrecv", 2) and cell.valid and cell.key.bytes}
        for pattern in PATTERNS)
    if len(points) < 2:
        raise PlatformError(f"{file}: has no ping-pong of two ranks over mpi/sendrecv")
    short = {size: time for size, time in points.items() if size < EAGER}
    again = {size: us - min(points.values()) for size, us in acknowledged.items() if size >= EAGER}
    return Curve(campaign.record.runtimes.get("mpi", "unknown"), tuple(sorted(points.items())),
                 str(file), tuple(sorted((short | again).items())) if again else ())


def curve_read(file: Path) -> Curve:
    """PlatformError if it is none."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise PlatformError(f"{file}: {error.strerror}") from None
    return _of_results(file) if text.startswith("{") else _of_text(text, file)


def curves_named(words: list[str], platform: Platform) -> dict[str, Curve]:
    """Read from `CLASS=FILE` or, if all cores are equally near, `FILE`."""
    machine, curves = platform.machine, {}
    if not machine:
        raise UsageError(f"--curves: {platform.name} is not described core by core")
    there = places_of(machine)
    for word in words:
        place, equals, name = word.partition("=")
        if not equals:
            if len(there) > 1:
                raise UsageError(f"--curves {word}: write CLASS=FILE; the cores of "
                                 f"{platform.name} are at the distances {', '.join(there)}")
            place, name = next(iter(there)), word
        if place not in there:
            raise UsageError(f"--curves: {no_such('distance ', place, list(there))}")
        curves[place] = curve_read(Path(name))
    return curves


def places_of(machine: Description) -> dict[str, tuple[int, int]]:
    """The distances between its cores, and two cores of each."""
    cores, places = machine["cores"], {}
    for pair in combinations(range(len(cores)), 2):
        places.setdefault(distance(cores[pair[0]], cores[pair[1]]), pair)
    return {name: places[name] for name in DISTANCES if name in places}


def _moved(file: Path, pair: Sequence[int], facts: Mapping[str, Any]) -> bool:
    """Whether a hypervisor had the cores at another distance than when they were calibrated."""
    usual = [known["handover_ns"]["median"] for known in facts["calibration"]["pairs"]
             if known["handover_ns"] and sorted(known["pus"]) == sorted(pair)]
    seen = median(canary.handover_us for canary in campaign_read(file).canaries) * 1000
    return any(max(seen, ns) > MOVED * min(seen, ns) for ns in usual)


def curves_measured(machine: Description, facts: Mapping[str, Any]) -> dict[str, Curve]:
    """This machine's, and its MPI's; none, with a note, if they cannot be measured."""
    pus = [core["usable_pus"][0] for core in facts["cores"] if core["usable"]]
    curves = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (first, second) in places_of(machine).items():
            pair = pus[first], pus[second]
            for turn in range(TURNS):
                file = Path(folder, f"{name}-{turn}.jsonl")
                result_of([str(program_folder() / "comops"), *MEASURE, "--placements",
                           f"pu:{pair[0]}+{pair[1]}", "-o", str(file)])  # 1 if it was disturbed
                try:
                    curve = curve_read(file)
                except PlatformError as why:
                    note(PROGRAM, f"MPI's messages were not measured: {why}")
                    return {}
                if not (moved := _moved(file, pair, facts)):
                    break
            if moved:
                note(PROGRAM, "do not compare threads with MPI: the cores were elsewhere when "
                              "calibrated")
            curves[name] = replace(curve, source=f"measured: comops {' '.join(MEASURE)}, {name}")
    return curves


def with_curves(platform: Platform, curves: Mapping[str, Curve]) -> Platform:
    """The same machine with MPI. Its ranks use cores at distances that have a curve."""
    parameters = tuple(
        Parameter(f"a message of {size} bytes{when}, {name}", time, "us", f"{curve.library}; "
                  f"{curve.source}")
        for name, curve in curves.items()
        for when, points in (("", curve.points), (" after another", curve.again))
        for size, time in points)
    return replace(platform, curves=curves, parameters=platform.parameters + parameters)
