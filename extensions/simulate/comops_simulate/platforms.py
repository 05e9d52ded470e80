# SPDX-License-Identifier: BSD-3-Clause
"""A simulated machine, as one or both engines need it, and the source of each number."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from comops.common.catalogue import in_family
from comops_simulate.curve import Curve, curve_model
from comops_simulate.descriptions.description import Description, Parameter
from comops_simulate.messages import Model

TWO_SIDED, ONE_SIDED = "two-sided", "one-sided"
CALIBRATED, PRINTED, MATRIX = "calibrated", "printed rates", "matrix"
# Where threads and MPI are compared with each other, and how that is meant.
JUDGED = {CALIBRATED: "of a calibrated machine, simulated", PRINTED: "simulated from printed rates"}


class PlatformError(Exception):
    """A platform is unknown or unreadable; the text is for the user."""


@dataclass(frozen=True)
class Platform:
    """`hosts`: SimGrid's host, or the core, of each possible rank, in rank order.

    `machine` is for the coherence engine (simulation.md, "A machine's description"), the
    models are for SMPI, which also makes one of `curves`: by the distance of two ranks, what a
    message takes.
    """

    name: str
    description: str
    hosts: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    two_sided: Model | None = None
    one_sided: Model | None = None  # if the papers print other costs for it
    topology_xml: str | None = field(default=None, repr=False)  # hwloc's, if any
    machine: Description | None = field(default=None, repr=False)
    curves: Mapping[str, Curve] = field(default_factory=dict, repr=False)
    kind: str = ""  # how it is known, for its bands: CALIBRATED, PRINTED, MATRIX

    def kind_of(self, protocol: str) -> str:
        """The kind of model for this protocol: MPI's sends, or one-sided calls."""
        sends = (protocol in ("library", "vector", "sendrecv", "irecv")
                 or in_family(protocol))
        return TWO_SIDED if sends or not self.one_sided else ONE_SIDED

    @cached_property
    def models(self) -> dict[str, Model]:
        of_curves = curve_model(self.machine, self.curves) if self.curves else None
        models = {TWO_SIDED: of_curves or self.two_sided, ONE_SIDED: self.one_sided}
        return {kind: model for kind, model in models.items() if model}


def description_platform(machine: Description) -> Platform:
    """The platform for both engines."""
    return Platform(machine["name"], machine["description"],
                    tuple(f"core{i}" for i in range(len(machine["cores"]))),
                    tuple(Parameter(**parameter) for parameter in machine["parameters"]),
                    machine=machine)
