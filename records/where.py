# SPDX-License-Identifier: BSD-3-Clause
"""What the time of a simulated cell went on, as the results file records it."""

from typing import Any

# A part's name, the members of the record that lead to it, and what it is in words.
PARTS = {
    "own": (("own_us",), "own work"),
    "llc": (("transfer_us", "llc"), "lines from the same last-level cache"),
    "node": (("transfer_us", "node"), "lines from the same NUMA node"),
    "socket": (("transfer_us", "socket"), "lines from the same socket"),
    "far": (("transfer_us", "far"), "lines from farther away"),
    "memory": (("memory_us",), "lines from memory"),
    "queue-bus": (("queue_us", "bus"), "queueing for a bus"),
    "queue-port": (("queue_us", "port"), "queueing for a port"),
    "queue-link": (("queue_us", "link"), "queueing for a link"),
    "queue-memory": (("queue_us", "memory"), "queueing for a memory"),
    "line": (("line_us",), "waiting for a line that is being given to others"),
    "wait": (("wait_us",), "waiting for other ranks"),
}


def _column(path: tuple[str, ...]) -> str:
    """("transfer_us", "llc") is where_transfer_llc_us."""
    return "_".join(("where", *(member.removesuffix("_us") for member in path), "us"))


COLUMNS = {name: _column(path) for name, (path, _) in PARTS.items()}


def parts_of(record: dict[str, Any]) -> dict[str, float]:
    """Microseconds by part, from a cell's `where`."""
    return {name: record[path[0]][path[1]] if len(path) > 1 else record[path[0]]
            for name, (path, _) in PARTS.items()}
