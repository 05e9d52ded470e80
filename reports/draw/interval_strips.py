# SPDX-License-Identifier: BSD-3-Clause
"""The ratios behind a verdict as a strip: an interval a row, 1 in the middle, logarithmic."""

import math
from collections.abc import Sequence

from markupsafe import Markup

from reports.claims.finding import FAILS, HOLDS, UNDECIDED, VERDICTS, Observation
from reports.draw.scales import LogScale
from reports.draw.svg import element, number, text

WIDTH, HEIGHT, ROW, MARGIN, AXIS = 300.0, 160.0, 5.0, 16.0, 15.0  # HEIGHT and ROW are maxima
FARTHEST = 10  # powers of two to each side; intervals are cut off there
LEAST = 2  # intervals that make a strip
SAID = {True: HOLDS, False: FAILS, None: UNDECIDED}


def drawable(one: Observation) -> bool:
    """Whether it is a ratio of cells that differ, with an interval."""
    return len(one.cells) > 1 and one.ci95 is not None and one.ci95[0] > 0


def fraction_text(power: int) -> str:
    """A power of two as a ratio: 1/8, 1, 8."""
    return f"1/{2**-power}" if power < 0 else str(2**power)


def strip(observations: Sequence[Observation]) -> Markup:
    """The strip; nothing with fewer than LEAST intervals. The table has the same values."""
    rows = [one for one in observations if drawable(one)]
    if len(rows) < LEAST:
        return Markup()
    farthest = max(abs(math.log2(one.value)) for one in rows)
    reach = min(max(math.ceil(farthest), 1), FARTHEST)

    scale = LogScale(2.0**-reach, 2.0**reach, MARGIN, WIDTH - MARGIN)

    def x(ratio: float) -> str:
        return number(scale.at(ratio))

    row = min(ROW, HEIGHT / len(rows))
    bottom = row * len(rows) + ROW
    middle = f"M{number(WIDTH / 2)} 0V{number(bottom)}"
    pieces = [element("path", d=middle, class_="middle-line")]
    for said, verdict in SAID.items():
        css = VERDICTS[verdict]
        some = [(row * (at + 1), one) for at, one in enumerate(rows) if one.supports is said]
        lines = "".join(f"M{x(one.ci95[0])} {number(y)}H{x(one.ci95[1])}" for y, one in some)
        points = "".join(f"M{x(one.value)} {number(y)}h0" for y, one in some)
        if some:
            pieces.append(element("path", d=lines, class_=css))
            pieces.append(element("path", d=points, class_=f"{css} points"))
    pieces += [
        text(scale.at(2.0**power), bottom + 11, fraction_text(power), "tick")
        for power in (-reach, 0, reach)
    ]
    height = bottom + AXIS
    box = f"0 0 {number(WIDTH)} {number(height)}"
    return Markup(
        element(
            "svg",
            *pieces,
            class_="picture strip",
            viewBox=box,
            width=WIDTH,
            height=height,
            aria_hidden="true",
        )
    )
