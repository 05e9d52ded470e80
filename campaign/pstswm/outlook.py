# SPDX-License-Identifier: BSD-3-Clause
"""How much of an experiment has been run, how long the rest takes, and what ended it early."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from campaign.pstswm.request import serial_worker
from campaign.pstswm.workers import plans_run

# The printed operations of a step of T42L1; those of T85 and T170 follow within 7 %.
FLOPS, WAVES, POWER = 4129859, 42, 2.6
PROBE = {"truncation": "T42", "levels": 1, "dt": 1800, "case": 2, "tilt": 0, "fft": "blocked",
         "steps": 20}
PROBES = 3
# About what a plan takes beside its steps, and the start of a worker: rough, for an estimate alone.
PLAN_S, LAUNCH_S = 0.005, 0.3
ENOUGH = 0.03  # of an experiment, to extrapolate from

Show = Callable[[str, float], None]  # what is run, seconds left


def seconds_of(plans: Sequence[dict[str, Any]], speed: float, launches: int = 1) -> float:
    """What these runs take, with their starts and the steps before the timed ones, at `speed`
    operations a second of all ranks, without messages."""
    operations = sum((plan["steps"] + 2) * plan["levels"]
                     * FLOPS * (int(plan["truncation"][1:]) / WAVES) ** POWER for plan in plans)
    return operations / speed + PLAN_S * len(plans) + LAUNCH_S * (launches if plans else 0)


def serial_rate() -> float:
    """Operations a second on one core, by the fastest of a few runs of milliseconds."""
    program = str(serial_worker()[0])
    found = plans_run([program], [PROBE] * PROBES, program, lambda: None)
    return 1e6 * max(one["mflops"] for one in found)


class Outlook:
    """`total` and `done` are expected seconds, of runs at `speed` (seconds_of). `end` is the
    interrupt or the failure that ended the experiment, whose results so far count."""

    def __init__(self, total: float, speed: float, show: Show) -> None:
        self.total, self.speed, self.done = total, speed, 0.0
        self.end: BaseException | None = None
        self._what, self._show, self._began = "", show, time.monotonic()

    @property
    def seconds_left(self) -> float:
        known = self.done > ENOUGH * self.total
        factor = (time.monotonic() - self._began) / self.done if known else 1
        return max(self.total - self.done, 0) * factor

    def tick(self) -> None:
        self._show(self._what, self.seconds_left)

    def begin(self, what: str) -> None:
        """A worker starts."""
        self._what = what
        self.done += LAUNCH_S
        self.tick()

    def ended(self, record: dict[str, Any]) -> None:
        self.done += seconds_of([record], self.speed, 0)

    def check(self) -> None:
        """Ends the experiment where it was to end."""
        if self.end:
            raise self.end
