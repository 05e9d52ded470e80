# SPDX-License-Identifier: BSD-3-Clause
"""Node sets as ClusterShell writes them: `n[1-4]`, `rack1,n7`, `@partition`, `@partition!n3`."""

import re
import subprocess
from collections.abc import Iterable

from ClusterShell.NodeSet import NodeSet, NodeSetException
from ClusterShell.NodeUtils import GroupResolver, GroupSource, GroupSourceQueryFailed


class _Partitions(GroupSource):
    """ClusterShell's groups are Slurm's partitions."""

    def resolv_map(self, group: str) -> str:
        words = ["sinfo", "--noheader", "--format=%N", f"--partition={group}"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout.strip():
            said = " ".join(done.stderr.split())
            raise GroupSourceQueryFailed(said or f"Slurm has no partition {group}", self)
        return done.stdout


class NodesError(Exception):
    """The text is not a set of nodes; one line says why."""


def nodes_expand(text: str, slurm: bool) -> list[str]:
    """The names, in order. `@name` is a partition of Slurm's, else one of ClusterShell's groups."""
    resolver = GroupResolver(_Partitions("slurm")) if slurm else None
    try:
        names = list(NodeSet(text, resolver=resolver))
    except NodeSetException as error:
        raise NodesError(f"`{text}` is not a set of nodes: {error}") from None
    if not names:
        raise NodesError(f"`{text}` has no nodes")
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name, flags=re.ASCII):
            raise NodesError(f"`{name}` is not the name of a node")
    return names


def nodes_partition(text: str) -> str | None:
    """The partition of `@name`, if the text names one."""
    named = set(re.findall(r"@([\w.-]+)", text))
    return named.pop() if len(named) == 1 else None


def nodes_fold(names: Iterable[str]) -> str:
    """As short as possible: `n[1-4,7]`."""
    return str(NodeSet.fromlist(list(names)))
