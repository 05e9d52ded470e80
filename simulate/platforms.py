# SPDX-License-Identifier: BSD-3-Clause
"""A simulated machine, as one or both engines need it, and the source of each number."""

from dataclasses import dataclass, field
from typing import Any

from common.catalogue import family_of
from simulate.costs import Costs

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
    """`seats`: SimGrid's host, or the core, of each possible rank, in rank order.

    `machine` is for the coherence engine (docs/simulation/machines.md, "A machine's description"),
    the models are for SMPI; a platform has at least one of the two.
    """

    name: str
    description: str
    seats: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    two_sided: Model | None = None
    one_sided: Model | None = None  # if the papers print other costs for it
    topology_xml: str | None = field(default=None, repr=False)  # hwloc's, if any
    machine: dict[str, Any] | None = field(default=None, repr=False)

    def kind_of(self, protocol: str) -> str:
        """The kind of model for this protocol: MPI's sends, or one-sided calls."""
        sends = protocol in ("library", "sendrecv") or family_of(protocol)
        return TWO_SIDED if sends or not self.one_sided else ONE_SIDED

    def models(self) -> dict[str, Model]:
        models = {TWO_SIDED: self.two_sided, ONE_SIDED: self.one_sided}
        return {kind: model for kind, model in models.items() if model}
