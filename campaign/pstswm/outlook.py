# SPDX-License-Identifier: BSD-3-Clause
"""How much of an experiment has been run, how long the rest takes, and what ended it early."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from campaign.pstswm.request import serial_worker
from campaign.pstswm.workers import plans_run

# The printed operations of a step of T42L1; those of T85 and T170 follow within 7 %.
FLOPS, WAVES, POWER = 4129859, 42, 2.6
PROBE = {"truncation": "T42", "levels": 1, "dt": 1800, "case": 2, "tilt": 0, "fft": "blocked",
         "steps": 20}
ENOUGH = 0.03  # of the work, to trust its speed

Show = Callable[[str, float], None]  # what is run, seconds left


def work(plans: Iterable[dict[str, Any]]) -> float:
    """Operations of these runs, with the start and the step before the timed ones."""
    return sum((plan["steps"] + 2) * plan["levels"]
               * FLOPS * (int(plan["truncation"][1:]) / WAVES) ** POWER for plan in plans)


def serial_rate() -> float:
    """Operations a second on one core, by a run of a few milliseconds."""
    program = str(serial_worker()[0])
    (found,) = plans_run([program], [PROBE], program, lambda: None)
    return 1e6 * found["mflops"]


class Outlook:
    """`total` and `done` are operations; `speed` is what is expected of all ranks in a second.
    `end` is the interrupt or the failure that ended the experiment, whose results so far count."""

    def __init__(self, total: float, speed: float, show: Show) -> None:
        self.total, self.speed, self.done = total, speed, 0.0
        self.end: BaseException | None = None
        self._what, self._show, self._began = "", show, time.monotonic()

    @property
    def seconds_left(self) -> float:
        spent = max(time.monotonic() - self._began, 1e-9)
        speed = self.done / spent if self.done > ENOUGH * self.total else self.speed
        return max(self.total - self.done, 0) / speed

    def tick(self) -> None:
        self._show(self._what, self.seconds_left)

    def begin(self, what: str) -> None:
        self._what = what
        self.tick()

    def ended(self, record: dict[str, Any]) -> None:
        self.done += work([record])

    def check(self) -> None:
        """Ends the experiment where it was to end."""
        if self.end:
            raise self.end
