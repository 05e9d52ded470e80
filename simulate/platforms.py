# SPDX-License-Identifier: BSD-3-Clause
"""A simulated machine: its hosts, links and costs, and where each of its numbers is from."""

from dataclasses import dataclass, field

from costs import Costs

TWO_SIDED, ONE_SIDED = "two-sided", "one-sided"


class PlatformError(Exception):
    """There is no such platform, or it cannot be read; the text is for the user."""


@dataclass(frozen=True)
class Parameter:
    """A number the platform is made of; `source`: a paper's table, or that it is assumed."""

    name: str
    value: float
    unit: str
    source: str


@dataclass(frozen=True)
class Model:
    """SimGrid's platform file, and what messages cost in software."""

    xml: str
    costs: Costs = Costs()


@dataclass(frozen=True)
class Platform:
    """`seats`: the host of each rank, in rank order; as many as there can be ranks."""

    name: str
    description: str
    seats: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    two_sided: Model
    one_sided: Model | None = None  # where the papers print other costs for it
    topology_xml: str | None = field(default=None, repr=False)  # hwloc's, where there is one

    def kind_of(self, protocol: str) -> str:
        """Which of the two models messages of this protocol are charged by."""
        sends = protocol in ("library", "sendrecv") or protocol.startswith("(")
        return TWO_SIDED if sends or not self.one_sided else ONE_SIDED

    def model(self, kind: str) -> Model:
        """The model of this kind."""
        return self.one_sided if kind == ONE_SIDED and self.one_sided else self.two_sided

    def models(self) -> dict[str, Model]:
        """All there are, by kind."""
        return {TWO_SIDED: self.two_sided} | ({ONE_SIDED: self.one_sided} if self.one_sided else {})
