# SPDX-License-Identifier: BSD-3-Clause
"""What an item says, in a line for each of its machines: which of two is faster in print, simulated
and here, and how many times; where it does not compare two, how many times as fast this machine is.

A ratio of simulated times has a band, as the times have. Where that has both directions in it, the
simulation cannot tell which is faster.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, hypot, log

from comops.reports.words.formats import interval_text, list_text, number_text
from comops.reports.words.phrases import capitalized
from comops_papers.claims.compared import SAME
from comops_papers.items.items import (HERE, MARK, ORIGINS, PRINT, RATIO, SIMULATED, Part, Table,
                                       Value, table_of)
from comops_simulate.bands import Band

Ratios = Mapping[str, Sequence[Value]]  # by origin
Bands = Mapping[str, Band]  # of simulated times, by path
SURE = Band(1, 1)
FEW = 4  # ratios that have a line each
MORE, LESS, ALIKE, UNCLEAR = "more", "less", "alike", ""


def is_rate(*units: str) -> bool | None:
    """By the first that is of a rate or of a time; None if none is."""
    return next(("/s" in unit for unit in units if "/s" in unit or "µs" in unit), None)


def times_as_fast(first: Value, second: Value, rate: bool) -> Value:
    """How many times as fast the first is."""
    more, less = (first, second) if rate else (second, first)
    halves = [first.half, second.half]
    return Value(more.number / less.number, "", first.oversubscribed or second.oversubscribed,
                 min(first.launches, second.launches), None if None in halves else hypot(*halves))


def positive(value: Value) -> bool:
    return value.number is not None and value.number > 0


def band_of_ratio(bands: Bands, first: str, second: str) -> Band | None:
    """How far it may be off that the first title is simulated so many times as fast as the second;
    None if the band of one is unknown. The errors of both are taken as independent: the logarithms
    of their bands add up as squares, and nine tenths are within, as of each."""
    mine, other = (bands.get("mpi" if "MPI" in title else "threads")  # which stand for SHMEM
                   for title in (first, second))
    return mine and other and Band(exp(-hypot(log(other.low), log(mine.high))),
                                   exp(hypot(log(other.high), log(mine.low))))


def band_text(band: Band | None) -> str:
    return f" (x {band.low:.2g} to {band.high:.2g})" if band else " (off by an unknown factor)"


# ---- words --------------------------------------------------------------------------------------


def digits(words: str) -> bool:
    return any(letter.isdigit() for letter in words)


def range_of(ratios: Sequence[Value]) -> str:
    """1.4 [1.3, 1.5]; of several the least and the greatest: 1.4 to 3.2."""
    least, most = (choose(ratios, key=lambda ratio: ratio.number) for choose in (min, max))
    ends = [end.words if digits(end.words) else number_text(end.number)
            for end in (least, most)]
    mark = f" {MARK}" if any(ratio.oversubscribed for ratio in ratios) else ""
    alone = len(ratios) == 1 or ends[0] == ends[1]
    shown = ends[0] if least.words else interval_text(least.number, least.ci95)
    return (shown if alone else " to ".join(ends)) + mark


def direction(ratios: Sequence[Value], band: Band | None = SURE) -> str:
    """What all of them say, with the whole of their intervals and of the band; nothing if that is
    unknown."""
    if not band:
        return UNCLEAR
    ends = [ratio.ci95 or (ratio.number, ratio.number) for ratio in ratios]
    low = min(low for low, _ in ends) * band.low
    high = max(high for _, high in ends) * band.high
    if 1 / SAME <= low and high <= SAME:
        return ALIKE
    return MORE if low > 1 else LESS if high < 1 else UNCLEAR


def agreement(ratios: Ratios, band: Band | None) -> str:
    """Whether the others have the direction of the first."""
    (_, expected), *others = ways = [
        (origin, direction(values, band if origin == SIMULATED else SURE))
        for origin, values in ratios.items()]
    texts, said = [], {}
    if (SIMULATED, UNCLEAR) in ways:
        texts.append("The simulation cannot tell.")
    for origin, way in others if expected != UNCLEAR else ():
        if (origin, way) != (SIMULATED, UNCLEAR):
            said[origin] = ("same direction" if way == expected else "not alike"
                            if expected == ALIKE else "no clear direction"
                            if way in (UNCLEAR, ALIKE) else "opposite direction")
    if said:
        alike = not texts and len(set(said.values())) == 1
        how = said[others[0][0]] if alike else "; ".join(
            f"{origin}: {how}" for origin, how in said.items())
        bare = HERE in said and not all(value.ci95 for value in ratios[HERE])
        where = "here " if alike else ""  # said already
        texts.append(f"{how.capitalize()}{f', {where}without an interval' if bare else ''}.")
    return "".join(f" {text}" for text in texts)


def contest_text(where: str, first: str, second: str, ratios: Ratios, band: Band | None) -> str:
    """SGI: MPI 3 times as fast as threads; simulated 2.4 (x 0.6 to 1.7); here 1.4 [1.3, 1.5]. Same
    direction. What is printed without digits is quoted."""
    known = {origin: ratios[origin] for origin in ORIGINS if ratios.get(origin)}
    leader = next(iter(known))
    words = known[leader][0].words
    if direction(known[leader], band if leader == SIMULATED else SURE) == LESS:
        first, second = second, first
        known = {origin: [value._replace(number=1 / value.number, words="") for value in values]
                 for origin, values in known.items()}
        band = band and Band(1 / band.high, 1 / band.low)
    said = [f"{'' if origin == leader else f'{origin} '}{range_of(values)}"
            f"{band_text(band) if origin == SIMULATED else ''}" for origin, values in known.items()]
    said[0] = (f"{first} against {second} “{words}”" if words and not digits(words) else
               f"{first} {said[0]} times as fast as {second}"
               f"{'' if leader == PRINT else f', {leader}'}")
    return f"{f'{where}: ' if where else ''}{'; '.join(said)}.{agreement(known, band)}"


# ---- which are compared -------------------------------------------------------------------------


def printed_ratios(tables: Iterable[Table], bands: Bands) -> list[str]:
    """A line for each row of a table of ratios that was measured or simulated; of many rows in how
    many the direction is the printed one, of those where it is known."""
    said, agreed, counted = [], Counter[str](), Counter[str]()
    for (machine, sides, of), values, columns in (
            (*row, table.columns) for table in tables if table.unit == RATIO for row in table.rows):
        first, second = sides.split(" / ")
        what, _, where = of.partition(", ")
        if what == "time":
            first, second = second, first
        ratios = {column.origin: [value] for column, value in zip(columns, values, strict=True)
                  if positive(value)}
        band = band_of_ratio(bands, f"{machine} {first}", f"{machine} {second}")
        for origin in ratios.keys() - {PRINT}:
            way = direction(ratios[origin], band if origin == SIMULATED else SURE)
            counted[origin] += way != UNCLEAR
            agreed[origin] += way == direction(ratios[PRINT])
        if len(ratios) > 1:
            said.append(contest_text(", ".join(filter(None, (machine, where))), first, second,
                                     ratios, band))
    if len(said) <= FEW:
        return said
    counts = [f"{origin} {agreed[origin]} of {count} that are clear"
              for origin, count in counted.items()]
    return [f"The direction of the printed ratios: {', '.join(counts)}."]


def contests(tables: Iterable[Table], bands: Bands) -> Iterator[str]:
    """A line for each machine and two of what has a path, the first of a table and another."""
    pairs: dict[tuple[str, str, str], dict[str, list[Value]]] = defaultdict(
        lambda: defaultdict(list))
    for table in tables:
        sides_of = Counter(title for title, _ in dict.fromkeys(
            (column.title, column.origin) for column in table.columns if column.path))
        base = max(sides_of, key=sides_of.get, default="")  # known from most
        for row in table.rows:
            rate = is_rate(table.unit, row.labels[-1])
            if rate is None:
                continue
            sides = {column.place: value for column, value in
                     zip(table.columns, row.values, strict=True) if column.path and positive(value)}
            for (title, machine, origin), value in sides.items():
                reference = sides.get((base, machine, origin))
                if reference and title != base:
                    pairs[machine, base, title][origin].append(
                        times_as_fast(reference, value, rate))
    for (machine, first, second), ratios in pairs.items():
        every = dict(pairs.get(("", first, second), {})) | ratios
        if len(every) > 1 or SIMULATED in every:
            yield contest_text(machine, first, second, every,
                               band_of_ratio(bands, first, second))


def beside_print(tables: Iterable[Table], bands: Bands) -> Iterator[str]:
    """How many times as fast this machine is as each of the others, printed or else simulated."""
    compared: dict[tuple[str, str], list[Value]] = defaultdict(list)
    for table in tables:
        for row in table.rows:
            here = {column.title: value for column, value in
                    zip(table.columns, row.values, strict=True)
                    if column.origin == HERE and positive(value)}
            for column, value in zip(table.columns, row.values, strict=True):
                rate = is_rate(table.unit, row.labels[-1], column.title)
                mine = here.get(column.title)
                if column.origin != HERE and mine and positive(value) and rate is not None:
                    compared[column.origin, column.machine].append(times_as_fast(mine, value, rate))
    for origin in (PRINT, SIMULATED):
        texts = [f"{range_of(ratios)} times as fast as {machine or 'the paper'}"
                 for (of, machine), ratios in compared.items() if of == origin]
        if texts:
            how = f", simulated{band_text(bands.get('mpi'))}" if origin == SIMULATED else ""
            yield f"Here {list_text(texts)}{how}."
            return


def shares(tables: Iterable[Table]) -> Iterator[str]:
    """What tables in percent have from least to most."""
    for table in (table for table in tables if table.unit == "%"):
        prints, here = ([value for row in table.rows
                         for column, value in zip(table.columns, row.values, strict=True)
                         if column.origin == origin and value.number is not None]
                        for origin in (PRINT, HERE))
        if prints and here:
            yield (f"{capitalized(table.title)}: {range_of(prints)} % in print, {range_of(here)} % "
                   "here.")


def alone(tables: Iterable[Table]) -> list[str]:
    """Why there is no verdict, where nothing stands beside what was measured."""
    origins = {origin for table in tables for origin in ORIGINS if table.count(origin)}
    return ["No verdict: the paper prints no values of it, and none are simulated."
            ] if origins == {HERE} else []


def verdicts(parts: Iterable[Part], bands: Bands) -> list[str]:
    tables = list(map(table_of, parts))
    return (printed_ratios(tables, bands) or list(contests(tables, bands))
            or list(beside_print(tables, bands)) or list(shares(tables)) or alone(tables))
