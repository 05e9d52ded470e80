# SPDX-License-Identifier: BSD-3-Clause
"""Experiment B, SWAP between two ranks, is a campaign of `comops run`; table 5 is made from its
records."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from campaign.pstswm.request import Request
from records.stamps import fastest_of, stamps_of

# The orders that table 5 has, by the beginnings of their protocols.
ORDERS = {"(0,": "unordered", "(1,": "ordered"}
PRINTED = [f"({order},{number})" for order in (0, 1) for number in range(7)]
SHARED = ["(0,1)", "(0,2)", "(1,1)", "(1,2)", "(1,6)"]  # those that threads and shmem have


def campaign_words(pattern: str, request: Request, output: str) -> list[str]:
    """Options of a campaign of two ranks."""
    return ["--patterns", pattern, "--placements", "core", "--ranks", "2", "--output", output,
            *(["--oversubscribe"] if request.oversubscribe else []),
            *(["--dry-run"] if request.dry_run else []),
            *(["--paths", ",".join(request.paths)] if request.paths else [])]


def swap_words(request: Request, output: str) -> list[str]:
    """As printed: nobody reads or writes the data between the exchanges."""
    protocols = PRINTED if not request.paths or "mpi" in request.paths else SHARED
    return [*campaign_words("swap_printed", request, output), "--consume", "no", "--buffers",
            "reuse", f"--protocols={','.join(protocols)}"]


@dataclass
class Line:
    """A volume in one protocol of a path: microseconds of its fastest run, as printed, by the
    number of its messages."""

    path: str
    protocol: str
    volume: int
    times: dict[float, float]

    @property
    def best_us(self) -> float:
        return min(self.times.values())

    @property
    def latency_us(self) -> float | None:
        """The time of one more message; None if many messages take less time than one."""
        fewest, most = min(self.times), max(self.times)
        longer = self.times[most] - self.times[fewest]
        return longer / (most - fewest) if longer > 0 else None


def swap_table(records: Iterable[dict[str, Any]]
               ) -> tuple[list[int], dict[tuple[str, str], list[Line | None]]]:
    """The volumes of the valid cells of swap_printed, and for each path and order the best line of
    each volume. Other records are ignored."""
    lines: dict[tuple[str, str, int], Line] = {}
    for one in records:
        if one.get("pattern") == "swap_printed" and one.get("valid"):
            key = one["path"], one["protocol"], one["series"]
            line = lines.setdefault(key, Line(*key, {}))
            stamps = stamps_of(one["stamps"]) if one.get("stamps") else None
            line.times.setdefault(one["series"] / one["bytes"],
                                  fastest_of(stamps, one["time_us"]))
    volumes = list(dict.fromkeys(line.volume for line in lines.values()))

    def best(path: str, begins: str, volume: int) -> Line | None:
        some = (line for line in lines.values() if (line.path, line.volume) == (path, volume)
                and line.protocol.startswith(begins))
        return min(some, key=lambda line: line.best_us, default=None)

    return volumes, {(path, name): [best(path, begins, volume) for volume in volumes]
                     for path in dict.fromkeys(path for path, *_ in lines)
                     for begins, name in ORDERS.items()}
