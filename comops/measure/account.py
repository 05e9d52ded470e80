# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign goes (record `account`).

Each kind is measured, none is what the others leave: a worker's rank 0 reads the clock between its
steps (arena/arena.h, enum spending), waiting is from a command to its beginning and from its
end to the next step here, and our own program is the processor time of its main thread.
"""

import contextlib
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comops.measure.launch.seen import Seen

# As enum spending; then those that only the front end knows.
OF_RANKS = ("hand-overs", "places", "filling", "checks", "settling", "warm-ups", "timed", "counts",
            "clocks")
STARTING, TUNING, CANARIES, COUNTING = "starting", "tuning", "canaries", "counting"
WAITING, OWN = "waiting", "own"
KINDS = (*OF_RANKS, STARTING, TUNING, CANARIES, COUNTING, WAITING, OWN)


class Account:
    """Seconds by kind, path and message size; "" and None where time belongs to no path or size.

    `stamps`: seconds in the stamps' own intervals, a part of the timed ones. `before`: seconds that
    our own program had taken already.
    """

    def __init__(self, before: float = 0.0) -> None:
        self.spent: defaultdict[tuple[str, str, int | None], float] = defaultdict(float)
        self.stamps = 0.0
        self._begin = time.monotonic() - before
        self._cpu_begin = time.thread_time() - before
        self._inner: list[float] = []  # seconds already counted by inner `time` calls
        self._cpu_elsewhere = 0.0  # processor time within other kinds than OWN

    @contextlib.contextmanager
    def time(self, kind: str, path: str = "") -> Iterator[None]:
        """Accounts for what happens meanwhile, less what is accounted for within it."""
        begin, cpu = time.monotonic(), time.thread_time()
        self._inner.append(0.0)
        try:
            yield
        finally:
            took = time.monotonic() - begin
            self.spent[kind, path, None] += took - self._inner.pop()
            self._within(took, time.thread_time() - cpu)

    def command(self, path: str, size: int, begin_ns: int, end_ns: int, cpu: float,
                root: "Seen | None" = None) -> None:
        """A command of a worker: when it was given and when its end was noticed here, by the clock,
        the processor time spent meanwhile, and what its rank 0 reports, if it got to the end."""
        waited = end_ns - begin_ns
        if root:
            for kind, ns in zip(OF_RANKS, root.spent_ns, strict=True):
                self.spent[kind, path, size] += ns / 1e9
            waited -= root.ended_ns - root.taken_ns
        self.spent[WAITING, path, size] += waited / 1e9
        self._within((end_ns - begin_ns) / 1e9, cpu)

    def _within(self, took: float, cpu: float) -> None:
        if self._inner:
            self._inner[-1] += took
        else:
            self._cpu_elsewhere += cpu

    @property
    def wall(self) -> float:
        """Seconds so far."""
        return time.monotonic() - self._begin

    def record(self) -> dict[str, Any]:
        spent = self.spent | {(OWN, "", None): time.thread_time() - self._cpu_begin
                              - self._cpu_elsewhere}
        return {"record": "account", "wall_s": self.wall, "stamps_s": self.stamps,
                "spent": [_entry(*where, seconds) for where, seconds in spent.items()]}


def _entry(kind: str, path: str, size: int | None, seconds: float) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": kind, "seconds": seconds}
    if path:
        entry["path"] = path
    if size is not None:
        entry["bytes"] = size
    return entry
