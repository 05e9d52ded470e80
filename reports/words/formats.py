# SPDX-License-Identifier: BSD-3-Clause
"""Values as text: sizes, rounded numbers, aligned columns, names, dates, ratios."""

import math
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from comops.common.catalogue import in_family
from comops.common.sizes import size_unit
from comops.results.keys import Interval
from comops.statistics.verdicts import WITHOUT_CALLS

DIGITS = 3  # significant digits shown without an interval
WORTH = 3.55  # times the last digit shown, at least, is the half-width of an interval
DECIMALS = 4  # the most shown with an interval
NEEDED = 300  # decimals of the least number
KNOWN_DIGITS = 6  # the most kept in the page; the results file has all
UNSURE_DIGITS = 4  # kept where there is no interval

GAP = 2  # between columns
CALLS = "library"  # the protocol that only calls a path's library
PATH_NAMES = {"mpi": "MPI", "shmem": "SHMEM"}
RUNTIME_NAMES = {"threads": "OpenMP", "mpi": "MPI", "shmem": "OpenSHMEM"}


@dataclass(frozen=True, slots=True)
class Number:
    """A value in a column: `text` as shown, `filler` the invisible digits that align it."""

    value: float
    text: str
    filler: str


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def percent_text(share: float) -> str:
    """A share as percent, with one digit below 10: 5.1 %, 48 %."""
    value = 100 * share
    return f"{value:.{1 if abs(value) < 9.95 else 0}f} %"


def size_text(size: int) -> str:
    """Bytes, unbreakable: 8 B, 64 KiB, 800,000 B."""
    unit, letter = size_unit(size)
    return f"{size // unit:,}\N{NO-BREAK SPACE}{letter}{'iB' if letter else 'B'}"


def _about(size: float) -> tuple[str, str]:
    """A size that was estimated, not measured, to two digits, and the letter of its unit."""
    letters = ["", "K", "M", "G"]
    while size >= 1023.5 and len(letters) > 1:
        size /= 1024
        letters.pop(0)
    if size < 9.95:
        return f"{size:.2g}", letters[0]
    unit = 10 if size >= 99.5 else 1  # two digits of 123 would be 1.2e+02
    return f"{math.floor(size / unit + 0.5) * unit}", letters[0]


def about_text(size: float | None) -> str:
    """A size between the measured ones: 1.2 KiB; None is an open end."""
    if size is None:
        return "open"
    number, letter = _about(size)
    return f"{number}\N{NO-BREAK SPACE}{letter}{'iB' if letter else 'B'}"


def about_short(size: float) -> str:
    """The same as options have it: 900, 1.2K, 16K."""
    return "".join(_about(size))


def decimals_within(value: float, half_width: float, most: int = DECIMALS) -> int:
    """Decimals to show of a value whose interval has this half-width: the last one is worth 1/36 to
    1/3.6 of it (the rule of the Particle Data Group, Review of Particle Physics, introduction,
    section 5.3). With a half-width of 0, that is without an interval, as many as show DIGITS
    significant digits.
    """
    rounded = abs(float(f"{value:.{DIGITS - 1}e}"))
    least = half_width / WORTH if half_width > 0 else rounded / 10 ** (DIGITS - 1)
    return min(max(0, -math.floor(math.log10(least))), most) if least > 0 else 0


def decimals(value: float, ci95: Interval | None = None) -> int:
    """The same with an interval, at least one digit of the value and of the lower end; without one,
    as many as the digits need."""
    half_width = (ci95[1] - ci95[0]) / 2 if ci95 else 0.0
    if not half_width > 0:
        return decimals_within(value, 0, NEEDED)
    least = min((abs(value) for value in (value, ci95[0]) if value), default=half_width)
    return decimals_within(value, min(half_width, least))


def number_text(value: float, ci95: Interval | None = None) -> str:
    """A number with the digits that it deserves, never in powers of ten: 0.0551, 12.3, 2,673."""
    return f"{value:,.{decimals(value, ci95)}f}"


def interval_text(value: float, ci95: Interval | None) -> str:
    """A value and its interval: 3.90 [3.80, 4.00]."""
    ends = f" [{number_text(ci95[0], ci95)}, {number_text(ci95[1], ci95)}]" if ci95 else ""
    return number_text(value, ci95) + ends


def blocks_of(labels: int, widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """The columns of each table that fits: those that name the rows, and as many others as fit."""
    names = sum(widths[:labels]) + GAP * labels
    used, block = names, list[int]()
    for at in range(labels, len(widths)):
        if block and used + widths[at] + GAP > width:
            yield [*range(labels), *block]
            used, block = names, []
        block.append(at)
        used += widths[at] + GAP
    yield [*range(labels), *block]


def column(
    values: Sequence[float | None], intervals: Sequence[Interval | None]
) -> list[Number | None]:
    """Numbers with the digits of their intervals, whose points align when set flush right."""
    both = list(zip(values, intervals, strict=True))
    deepest = max((decimals(*estimate) for estimate in both if estimate[0] is not None), default=0)

    def aligned(value: float, ci95: Interval | None) -> Number:
        shown = decimals(value, ci95)
        missing = deepest - shown
        point = "." if missing and shown == 0 else ""
        text = number_text(value, ci95)
        return Number(float(f"{value:.{KNOWN_DIGITS}g}"), text, point + "0" * missing)

    return [None if estimate[0] is None else aligned(*estimate) for estimate in both]


def places_known(value: float, ci95: Interval | None) -> int:
    """Digits after the point worth keeping: to a tenth of half the interval's width."""
    if value == 0:
        return 0
    magnitude = math.floor(math.log10(abs(value)))
    width = abs(ci95[1] - ci95[0]) / 20 if ci95 else 0
    digits = magnitude + 1 - math.floor(math.log10(width)) if width else UNSURE_DIGITS
    return min(max(digits, DIGITS + 1), KNOWN_DIGITS) - 1 - magnitude


def short(value: float, places: int) -> float | int:
    """A value rounded to so many places, an integer where it is one, for compact JSON."""
    rounded = round(value, places)
    return int(rounded) if rounded == int(rounded) else rounded


def series_text(series_of: str, series: int) -> str:
    """A series: partner 2; volume 128 KiB; nothing for a pattern without series."""
    if not series_of:
        return ""
    return f"{series_of} {size_text(series) if series_of == 'volume' else series}"


def reduction_text(op: str, datatype: str) -> str:
    """A reduction other than the paper's maximum of doubles: sum of float; else nothing."""
    return f"{op} of {datatype}" if op and (op, datatype) != ("max", "double") else ""


def bracketed(protocol: str) -> str:
    """A protocol in brackets: (lock); those of a family have theirs: (0,6)."""
    return protocol if in_family(protocol) else f"({protocol})"


def name_order(name: str) -> list[tuple[bool, int, str]]:
    """Sort key: words before (0,6), and numbers within names by value."""
    parts = re.split(r"(\d+)", name)
    return [(in_family(name), 0, "")] + [
        (part.isdecimal(), int(part[:18]) if part.isdecimal() else 0, part) for part in parts
    ]


def path_text(path: str, *protocols: str) -> str:
    """A path's name: threads, processes, processes (openmpi). Of protocols over MPI that all move
    data by its calls: MPI."""
    base, _, library = path.partition("@")
    name = PATH_NAMES.get(base, base)
    if name == "MPI" and (not protocols or set(protocols) & set(WITHOUT_CALLS)):
        name = "processes"
    return f"{name} ({library})" if library else name


def calls_text(path: str) -> str:
    """A path's name where only its runtime's own calls count: threads, MPI."""
    return path_text(path, CALLS)


def date_text(stamp: object) -> str:
    """An ISO 8601 time stamp as a date and time; any other text unchanged."""
    try:
        moment = datetime.fromisoformat(str(stamp))
    except ValueError:
        return str(stamp)
    zone = f" {moment.tzname()}" if moment.tzinfo else ""
    return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"


def list_text(items: Sequence[str]) -> str:
    """A list as in a sentence: a; a and b; a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def picked(items: Sequence[int], most: int) -> list[int]:
    """Up to so many evenly spaced items, including the first and the last."""
    last = len(items) - 1
    if last < most:
        return list(items)
    return [items[round(at * last / (most - 1))] for at in range(most)]


def aligned(rows: Sequence[Sequence[str]], left: Container[int]) -> list[str]:
    """Lines of columns: those with these numbers flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(text.ljust(width) if at in left else text.rjust(width)
                      for at, (text, width) in enumerate(zip(row, widths, strict=True))).rstrip()
            for row in rows]


# ---- a ratio as people say it: how many times as long the longer of two times is ---------------


def factor_of(ratio: float) -> float:
    return max(ratio, 1 / ratio)


def factor_interval(ratio: float, ci95: Interval) -> Interval:
    """The interval of the ratio, or that of its inverse if the ratio is below 1."""
    return (1 / ci95[1], 1 / ci95[0]) if ratio < 1 else ci95


def _decimals(ratio: float, ci95: Interval | None) -> int:
    return decimals(factor_of(ratio), ci95 and factor_interval(ratio, ci95))


def factor_text(ratio: float, ci95: Interval | None) -> str:
    """4.03, with the digits that the interval of the ratio allows."""
    return f"{factor_of(ratio):.{_decimals(ratio, ci95)}f}"


def factor_interval_text(ratio: float, ci95: Interval | None) -> str:
    """4.03 [3.95, 4.11]; without an interval 4.03."""
    if not ci95:
        return factor_text(ratio, ci95)
    decimals = _decimals(ratio, ci95)
    low, high = factor_interval(ratio, ci95)
    return f"{factor_text(ratio, ci95)} [{low:.{decimals}f}, {high:.{decimals}f}]"
