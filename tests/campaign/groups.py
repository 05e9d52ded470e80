# SPDX-License-Identifier: BSD-3-Clause
"""Groups of a plan that no machine measures."""

from types import SimpleNamespace

from campaign.groups import GroupState
from campaign.planning.methods import DEFAULT
from campaign.launch.paths import Offer, Path
from campaign.planning.patterns import PATTERNS
from campaign.planning.plan import Candidate, Group, Pages, Placement

BUS = Placement("bus", 2, (0, 1), "cores 0-1", "")
LOCAL = Pages("local", (0, 0), False)


def offer(protocol: str, pattern: str) -> Offer:
    return Offer(protocol, pattern, "", f"{protocol}/{pattern}.c")


def group_of(size: int, candidates: int, placement: Placement = BUS, pattern: str = "pingpong",
             **more: object) -> Group:
    paths = [Path("threads", "comops-threads"), Path("mpi", "comops-mpi")]
    found = [Candidate(paths[at % 2], offer("direct" if at < 2 else f"other{at}", pattern))
             for at in range(candidates)]
    return Group(PATTERNS[pattern], placement, LOCAL, placement.ranks, size, 0, 0, "rewrite",
                 "default", 0, "timed", found, **more)


def state_of(group: Group, **members: object) -> GroupState:
    """A group that has been measured so far."""
    state = GroupState(group, DEFAULT)
    for name, value in members.items():
        setattr(state, name, value)
    return state


class Reporter:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, message: str) -> None:
        self.said.append(message)

    detail = note = say


MACHINE = SimpleNamespace(model="a processor", summary="a machine", core_cache=0)
