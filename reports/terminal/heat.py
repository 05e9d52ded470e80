# SPDX-License-Identifier: BSD-3-Clause
"""Heat maps in the terminal; of measured pairs of cores also minimum, median and maximum by
distance."""

import math
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from comops.common.terminal import colour_wanted, plain
from comops.reports.draw.heat import (NUMBERS_MOST, SHADES, Groups, Heat, Matrix, Scale, below,
                                      by_distance, scaled)
from comops.results.topology import Pairs

LABEL = 10  # columns left of the map
# Viridis in xterm's colours: dark blue to yellow, legible in grey and by the colour-blind.
COLOURS = (53, 54, 60, 24, 30, 29, 35, 71, 112, 226)
DARK = 6  # shades before this one need light text
INK, DIAGONAL, UNKNOWN = ".-:=+*o%#@", " ", "?"
UPPER, LOWER = "\u2580", "\u2584"  # half blocks
GROUND, LETTERS, NORMAL = 48, 38, "\033[0m"


def _code(colour: int, part: int) -> str:
    return f"\033[{part};5;{colour}m"


# ---- a map with the numbers of a few cores, or a digit for each pair --------------------------


def _entry(value: float | None, scale: Scale, numbers: bool, colour: bool) -> str:
    width = 6 if numbers else 2
    if value is None:
        return f"{'.':>{width}}"
    shade = scale.shade(value)
    text = f"{value:6.{int(value < 1000)}f}" if numbers else "  " if colour else f"{shade:2}"
    if not colour:
        return text
    ink = _code(231 if shade < DARK else 16, LETTERS)
    return f"{_code(COLOURS[shade], GROUND)}{ink}{text}{NORMAL}"


def numbers_map(title: str, pus: Sequence[int], values: Matrix, colour: bool) -> Iterator[str]:
    """A line for each hardware thread."""
    scale, numbers = Scale.of(value for row in values for value in row), len(pus) <= NUMBERS_MOST
    yield f"{title}, {scale.least:.1f} to {scale.most:.1f}"
    for pu, row in zip(pus, values, strict=True):
        yield f"  {pu:5} " + "".join(_entry(value, scale, numbers, colour) for value in row)
    if not numbers:
        yield f"  0 to {SHADES - 1}, dark to light: lowest to highest, on a logarithmic scale"
    yield ""


def _pairs_lines(cores: int, pairs: Pairs, colour: bool) -> Iterator[str]:
    if len(pairs.pus) < cores:
        yield (f"{len(pairs.pus)} of {cores} cores, evenly spread, numbered by hardware thread")
        yield ""
    latencies, rates = scaled(pairs.latency_us, 1e3), scaled(pairs.rate_MBps, 1e-3)
    yield from numbers_map("One-way time of 8 bytes, ns", pairs.pus, latencies, colour)
    yield from numbers_map("One-way bandwidth of 1 MiB, GB/s", pairs.pus, rates, colour)
    yield (f"  {'distance':<36} {'pairs':>6} {'ns: min':>9} {'median':>7} {'max':>7} "
           f"{'MB/s: min':>11} {'median':>7} {'max':>7}")
    for (name, ns), (_, rate) in zip(by_distance(pairs, latencies),
                                     by_distance(pairs, pairs.rate_MBps), strict=True):
        if ns:
            yield (f"  {name:<36} {len(ns):6} {min(ns):9.1f} {median(ns):7.1f} {max(ns):7.1f} "
                   f"{min(rate):11.0f} {median(rate):7.0f} {max(rate):7.0f}")


def pairs_text(cores: int, pairs: Pairs, colour: bool) -> str:
    """`cores`: of the machine, of which some are measured."""
    return "".join(f"{line}\n" for line in _pairs_lines(cores, pairs, colour))


# ---- a map of many threads, folded into the terminal's width ---------------------------------


@dataclass(frozen=True)
class Painter:
    """Characters for fields; with colour, half a character is a field where two share one."""

    scale: Scale
    colour: bool

    def _code(self, value: float, part: int) -> str:
        return _code(COLOURS[self.scale.shade(value)], part)

    def one(self, value: float | None, width: int) -> str:
        if value is None:
            return UNKNOWN * width
        if math.isnan(value):
            return DIAGONAL * width
        if not self.colour:
            return INK[self.scale.shade(value)] * width
        return f"{self._code(value, GROUND)}{' ' * width}{NORMAL}"

    def halves(self, upper: float | None, lower: float | None) -> str:
        above, below = (value is not None and not math.isnan(value) for value in (upper, lower))
        if above and below:
            return f"{self._code(upper, LETTERS)}{self._code(lower, GROUND)}{UPPER}{NORMAL}"
        if above or below:
            ink = self._code(upper if above else lower, LETTERS)
            return f"{ink}{UPPER if above else LOWER}{NORMAL}"
        return self.one(upper, 1)


def _line(heat: Heat, paint: Painter, rows: Sequence[int], columns: Groups, wide: int) -> str:
    if wide == 2 or not paint.colour:
        return "".join(paint.one(heat.field(rows, part), wide) for part in columns)
    middle = (len(rows) + 1) // 2
    return "".join(paint.halves(heat.field(rows[:middle], part), heat.field(rows[middle:], part))
                   for part in columns)


def _parts(members: Sequence[int], size: int) -> Groups:
    return [members[i : i + size] for i in range(0, len(members), size)]


def _map(heat: Heat, paint: Painter, width: int) -> Iterator[str]:
    """A gap between blocks, and before each line its first hardware thread."""
    count, room = len(heat.numbers), width - LABEL - len(heat.blocks)
    wide, each = 2 if 2 * count <= room else 1, 1
    while sum(-(-len(block) // each) for block in heat.blocks) * wide > room:
        each += 1
    columns = [_parts(block, each) for block in heat.blocks]
    if each > 1:
        yield f"{'':{LABEL}}a character: {each} x {2 * each} hardware threads, their median"
    if len(heat.blocks) > 1:
        heads = (f"{heat.part} {i}"[: len(part) * wide].ljust(len(part) * wide)
                 for i, part in enumerate(columns))
        yield f"{'':{LABEL}}{' '.join(heads)}".rstrip()
    for number, block in enumerate(heat.blocks):
        if number:
            yield ""
        for line, rows in enumerate(_parts(block, each if wide == 2 else 2 * each)):
            part = f"{heat.part} {number}" if len(heat.blocks) > 1 and not line else ""
            label = part or str(heat.numbers[rows[0]])
            yield f"{label:>{LABEL - 1}} " + " ".join(
                _line(heat, paint, rows, parts, wide) for parts in columns)


def _legend(heat: Heat, paint: Painter, width: int) -> Iterator[str]:
    scale, shades = paint.scale, range(SHADES)
    each = 10 if width >= 100 else 5
    for begin in shades[::each]:
        yield "  " + ("ns from" if not begin else "").ljust(8) + " ".join(
            f"{paint.one(scale.limit(shade) * (1 + 1e-9), 2)} {scale.limit(shade):<5.3g}"
            for shade in shades[begin : begin + each])
    yield f"\n  {'':28} {'pairs':>6} {'ns: min':>7} {'median':>6} {'max':>6}"
    for text, values in heat.within:
        if values:
            yield (f"  {text:28} {len(values):6} {min(values):7.1f} {median(values):6.1f} "
                   f"{max(values):6.1f}")


def heat_text(heat: Heat, colour: bool, width: int) -> str:
    paint = Painter(Scale.of(below(heat.matrix)), colour)
    return "\n".join([plain(heat.title), heat.what, "", *_map(heat, paint, width), "",
                      *_legend(heat, paint, width)]) + "\n"


def heat_shown(heat: Heat) -> str:
    """As the terminal wants it."""
    return heat_text(heat, colour_wanted(), shutil.get_terminal_size((100, 24)).columns)
