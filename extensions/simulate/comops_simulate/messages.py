# SPDX-License-Identifier: BSD-3-Clause
"""What messages cost, as SMPI needs it: the sender's time, the wires, the receiver's time. A
ping-pong cannot distinguish the two sides; each gets half of the time that is not the wires'."""

from dataclasses import dataclass

EAGER = 65536  # longer messages wait for their receive; SMPI then charges no software


@dataclass(frozen=True)
class Costs:
    """Points (bytes, microseconds) of each side, with linear interpolation.

    `eager`: longer messages wait for their receive. `share`: the fraction of a link's rate that a
    single message can use.
    """

    points: tuple[tuple[int, float], ...] = ((0, 0.0),)
    eager: int = EAGER
    share: float = 1.0

    def options(self) -> list[str]:
        """The configuration of SMPI: sends, nonblocking sends, receives."""
        text = _segments(self.points)
        return [
            *(f"smpi/{side}:{text}" for side in ("os", "ois", "or")),
            f"smpi/async-small-thresh:{self.eager}",
            f"smpi/send-is-detached-thresh:{self.eager}",
        ]


def _segments(points: tuple[tuple[int, float], ...]) -> str:
    """SMPI's format: `from:constant:slope`, in seconds and seconds per byte."""
    segments = {0: (points[0][1], 0.0)}
    for (low, at_low), (high, at_high) in zip(points, points[1:]):
        slope = (at_high - at_low) / (high - low)
        segments[low] = at_low - slope * low, slope
    segments[points[-1][0]] = points[-1][1], 0.0
    return ";".join(f"{start}:{base * 1e-6:.6g}:{slope * 1e-6:.6g}"
                    for start, (base, slope) in segments.items())


def costs_from_table(
    table: list[tuple[int, float]], wire_us: float, rate: float, link_rate: float | None = None,
    eager: int = EAGER,
) -> Costs:
    """Costs that reproduce the table's one-way times over wires of this latency.

    `rate` of one long message alone, `link_rate` of the wires if they carry more (10^6 bytes/s).
    """
    points = [(size, max(0.0, (time - wire_us - size / rate) / 2))
              for size, time in table if size < eager]
    return Costs(tuple(points), eager, rate / (link_rate or rate))


@dataclass(frozen=True)
class Model:
    """SimGrid's platform file, and the software costs of messages. `curves`: for curves.cpp, the
    latencies and rates of messages by their distance; `selector`: of SMPI's collective algorithms;
    `algorithms`: those that a source names.
    """

    xml: str
    costs: Costs = Costs()
    curves: str = ""
    selector: str = "mpich"
    algorithms: tuple[str, ...] = ()

    def options(self) -> list[str]:
        factors = [] if self.curves else ["smpi/lat-factor:0:1",
                                          f"smpi/bw-factor:0:{self.costs.share:.6g}"]
        return [*self.costs.options(), *factors, f"smpi/coll-selector:{self.selector}",
                *(f"smpi/{name}" for name in self.algorithms)]
