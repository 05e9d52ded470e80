# SPDX-License-Identifier: BSD-3-Clause
"""SimGrid's model of a machine described for the coherence engine.

A message takes the time of one line and then the rate at which a core copies from that distance; it
crosses the same resources. Its receiver copies one message at a time.
"""

import simulate.simgrid_xml as xml
from simulate.costs import Costs
from simulate.descriptions.description import Description
from simulate.platforms import Model, Parameter, Platform

LINE = 64
# Assumed: an MPI library's work at each end of a message, including its flags and queues, which
# the other engine has.
SOFTWARE_US = 0.045


def _name(ns: float) -> str:
    return f"line-{ns:g}ns"


def _line(machine: Description, ns: float) -> str:
    """A link for lines of this latency; messages do not share it."""
    time = ns / machine["outstanding"] + LINE * 1000 / machine["copy_MBps"]
    return xml.link(_name(ns), LINE * 1000 / time, ns / 1000, shared=False)


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
                _name(transfer[i][j]), *(f"resource{k}" for k in crossed), f"copier{j}"]))
    return Model(xml.platform(xml.zone(body)), Costs(((0, SOFTWARE_US),)))


def description_platform(machine: Description) -> Platform:
    """The platform for both engines."""
    return Platform(machine["name"], machine["description"],
                    tuple(f"core{i}" for i in range(len(machine["cores"]))),
                    tuple(Parameter(**one) for one in machine["parameters"]),
                    description_model(machine), machine=machine)
