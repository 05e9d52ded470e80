# SPDX-License-Identifier: BSD-3-Clause
"""The lines of charts that compare simulated machines: a machine has its dashes in all of them."""

from collections.abc import Sequence

from markupsafe import Markup

from reports.answers.series import DASHES, OTHER_COLOURS
from reports.answers.simulated import OverRanks, OverSizes
from reports.draw.lines import RANKS, SIZES, Line, chart
from reports.words.formats import path_text, size_text


class MachineLines:
    """The lines of a page: `colours` by path, dashes by machine."""

    def __init__(self, machines: Sequence[str], colours: dict[str, str]) -> None:
        self.colours = colours
        self.dashes = {
            machine: " ".join(map(str, DASHES[at % len(DASHES)])) if at else "none"
            for at, machine in enumerate(machines)
        }
        self.own = {machine: f"var(--path-{OTHER_COLOURS[at % len(OTHER_COLOURS)]})"
                    for at, machine in enumerate(machines)}

    def of_machines(self) -> list[Line]:
        """As in charts that have a line for each machine; without points."""
        return [Line(one, self.own[one], dash, ()) for one, dash in self.dashes.items()]

    def of_paths(self) -> list[Line]:
        """As in charts that have a line for each path of each machine; without points."""
        return [Line(f"{path_text(path)}, {one}", colour, dash, ())
                for path, colour in self.colours.items() for one, dash in self.dashes.items()]

    def time_chart(self, one: OverRanks) -> Markup:
        lines = [Line(f"{path_text(side.path)}, {side.machine}", self.colours[side.path],
                      self.dashes[side.machine], side.points) for side in one.sides]
        size = f", {size_text(one.size)}" if one.size else ""
        return chart(f"{one.title}{size}: time over ranks, µs", lines, RANKS)

    def ratios(self, one: OverSizes) -> list[Line]:
        return [Line(machine, self.own[machine], self.dashes[machine], points)
                for machine, points in one.points.items()]

    def ratio_chart(self, one: OverSizes, row: Sequence[OverSizes]) -> Markup:
        """All charts of a row have the same vertical axis."""
        beside = [line for other in row for line in self.ratios(other)]
        title = f"{one.title}: ratio of times over message size"
        return chart(title, self.ratios(one), SIZES, beside)
