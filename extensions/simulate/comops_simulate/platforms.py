# SPDX-License-Identifier: BSD-3-Clause
"""A simulated machine, as one or both engines need it, and the source of each number.

For SMPI, a message takes the sender's time, then the wires (latency and rate of the platform's
links), then the receiver's time: LogP with overheads that depend on the size. A ping-pong cannot
distinguish the two sides; each gets half of the time that is not the wires'. On a machine described
for the coherence engine, a message takes the time of one line and then the rate at which a core
copies from that distance; it crosses the same resources, and its receiver copies one message at a
time.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from comops.common.catalogue import in_family
import comops_simulate.simgrid_xml as xml

Description = dict[str, Any]  # what the coherence engine reads: simulation.md

LINE = 64
# Assumed: an MPI library's work at each end of a message, including its flags and queues, which
# the other engine has.
SOFTWARE_US = 0.045
EAGER = 65536  # longer messages wait for their receive; SMPI then charges no software


@dataclass(frozen=True)
class Costs:
    """Points (bytes, microseconds) of each side, with linear interpolation.

    `eager`: longer messages wait for their receive. `share`: the fraction of a link's rate that a
    single message can use.
    """

    points: tuple[tuple[int, float], ...] = ((0, 0.0),)
    eager: int = EAGER
    share: float = 1.0

    def options(self) -> list[str]:
        """The configuration of SMPI: sends, nonblocking sends, receives."""
        text = _segments(self.points)
        return [
            *(f"smpi/{side}:{text}" for side in ("os", "ois", "or")),
            f"smpi/bw-factor:0:{self.share:.6g}",
            f"smpi/async-small-thresh:{self.eager}",
            f"smpi/send-is-detached-thresh:{self.eager}",
        ]


def _segments(points: tuple[tuple[int, float], ...]) -> str:
    """SMPI's format: `from:constant:slope`, in seconds and seconds per byte."""
    segments = {0: (points[0][1], 0.0)}
    for (low, at_low), (high, at_high) in zip(points, points[1:]):
        slope = (at_high - at_low) / (high - low)
        segments[low] = at_low - slope * low, slope
    segments[points[-1][0]] = points[-1][1], 0.0
    return ";".join(f"{start}:{base * 1e-6:.6g}:{slope * 1e-6:.6g}"
                    for start, (base, slope) in segments.items())


def costs_from_table(
    table: list[tuple[int, float]], wire_us: float, rate: float, link_rate: float | None = None,
    eager: int = EAGER,
) -> Costs:
    """Costs that reproduce the table's one-way times over wires of this latency.

    `rate` of one long message alone, `link_rate` of the wires if they carry more (10^6 bytes/s).
    """
    points = [(size, max(0.0, (time - wire_us - size / rate) / 2))
              for size, time in table if size < eager]
    return Costs(tuple(points), eager, rate / (link_rate or rate))


TWO_SIDED, ONE_SIDED = "two-sided", "one-sided"


class PlatformError(Exception):
    """A platform is unknown or unreadable; the text is for the user."""


@dataclass(frozen=True)
class Parameter:
    """A number of the platform; `source`: a paper's table, or an assumption."""

    name: str
    value: float
    unit: str
    source: str


@dataclass(frozen=True)
class Model:
    """SimGrid's platform file, and the software costs of messages."""

    xml: str
    costs: Costs = Costs()


@dataclass(frozen=True)
class Platform:
    """`hosts`: SimGrid's host, or the core, of each possible rank, in rank order.

    `machine` is for the coherence engine (simulation.md, "A machine's description"), the
    models are for SMPI: without one, it is made of the machine.
    """

    name: str
    description: str
    hosts: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    two_sided: Model | None = None
    one_sided: Model | None = None  # if the papers print other costs for it
    topology_xml: str | None = field(default=None, repr=False)  # hwloc's, if any
    machine: Description | None = field(default=None, repr=False)

    def kind_of(self, protocol: str) -> str:
        """The kind of model for this protocol: MPI's sends, or one-sided calls."""
        sends = (protocol in ("library", "vector", "sendrecv", "irecv")
                 or in_family(protocol))
        return TWO_SIDED if sends or not self.one_sided else ONE_SIDED

    @cached_property
    def models(self) -> dict[str, Model]:
        models = {TWO_SIDED: self.two_sided or description_model(self.machine),
                  ONE_SIDED: self.one_sided}
        return {kind: model for kind, model in models.items() if model}


def _line_name(ns: float) -> str:
    return f"line-{ns:g}ns"


def _line(machine: Description, ns: float) -> str:
    """A link for lines of this latency; messages do not share it."""
    time = ns / machine["outstanding"] + LINE * 1000 / machine["copy_MBps"]
    return xml.link(_line_name(ns), LINE * 1000 / time, ns / 1000, shared=False)


def description_model(machine: Description) -> Model:
    """For SMPI."""
    cores, transfer, count = machine["cores"], machine["transfer_ns"], len(machine["cores"])
    body = [xml.host(f"core{i}") for i in range(count)]
    body += [xml.link(f"resource{i}", resource["MBps"], 0)
             for i, resource in enumerate(machine["resources"])]
    body += [xml.link(f"copier{i}", machine["copy_MBps"], 0) for i in range(count)]
    body += [_line(machine, ns) for ns in sorted({ns for row in transfer for ns in row})]
    for i, one in enumerate(cores):
        for j, other in enumerate(cores):
            crossed = machine["routes"][one["domain"]][other["domain"]] if i != j else []
            body.append(xml.route(f"core{i}", f"core{j}", [
                _line_name(transfer[i][j]), *(f"resource{k}" for k in crossed), f"copier{j}"]))
    return Model(xml.platform(xml.zone(body)), Costs(((0, SOFTWARE_US),)))


def description_platform(machine: Description) -> Platform:
    """The platform for both engines."""
    return Platform(machine["name"], machine["description"],
                    tuple(f"core{i}" for i in range(len(machine["cores"]))),
                    tuple(Parameter(**one) for one in machine["parameters"]),
                    machine=machine)
