# SPDX-License-Identifier: BSD-3-Clause
"""What an item says, in a line for each of its machines: which of two is faster in print, simulated
and here, and how many times; where it does not compare two, how many times as fast this machine is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

from comops.reports.words.formats import interval_text, list_text, number_text
from comops_papers.claims.compared import SAME
from comops_papers.items.items import (HERE, MARK, ORIGINS, PRINT, RATIO, SIMULATED, Part, Table,
                                       Value, table_of)

Ratios = Mapping[str, Sequence[Value]]  # by origin
FEW = 4  # ratios that have a line each
MORE, LESS, ALIKE, UNCLEAR = "more", "less", "alike", ""


def is_rate(unit: str) -> bool | None:
    """None if a value in this unit is neither a rate nor a time."""
    return True if "/s" in unit else False if "µs" in unit else None


def times_as_fast(first: Value, second: Value, rate: bool) -> Value:
    """How many times as fast the first is."""
    more, less = (first, second) if rate else (second, first)
    halves = [first.half, second.half]
    return Value(more.number / less.number, "", first.oversubscribed or second.oversubscribed,
                 half=None if None in halves else hypot(*halves))


def positive(value: Value) -> bool:
    return value.number is not None and value.number > 0


def inverse(ratio: Value) -> Value:
    return ratio._replace(number=1 / ratio.number, words="")


# ---- words --------------------------------------------------------------------------------------


def digits(words: str) -> bool:
    return any(letter.isdigit() for letter in words)


def range_of(ratios: Sequence[Value]) -> str:
    """1.4 [1.3, 1.5]; of several the least and the greatest: 1.4 to 3.2."""
    least, most = (choose(ratios, key=lambda ratio: ratio.number) for choose in (min, max))
    ends = [end.words if digits(end.words) else number_text(end.number, end.ci95)
            for end in (least, most)]
    mark = f" {MARK}" if any(ratio.oversubscribed for ratio in ratios) else ""
    alone = len(ratios) == 1 or ends[0] == ends[1]
    shown = ends[0] if least.words else interval_text(least.number, least.ci95)
    return (shown if alone else " to ".join(ends)) + mark


def direction(ratios: Sequence[Value]) -> str:
    """What all of them say, with the whole of their intervals if they have them."""
    ends = [ratio.ci95 or (ratio.number, ratio.number) for ratio in ratios]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    if 1 / SAME <= low and high <= SAME:
        return ALIKE
    return MORE if low > 1 else LESS if high < 1 else UNCLEAR


def agreement(ratios: Ratios) -> str:
    """Whether the others have the direction of the first."""
    (_, first), *others = ratios.items()
    expected, said, unsure = direction(first), {}, ""
    for origin, values in others:
        way = direction(values)
        said[origin] = ("same direction" if way == expected else "not alike" if expected == ALIKE
                        else "no clear direction" if way in (UNCLEAR, ALIKE)
                        else "opposite direction")
        if origin == HERE and not all(value.ci95 for value in values):
            unsure = ", here without an interval"
    if expected == UNCLEAR or not said:
        return ""
    each = (f"{origin}: {how}" for origin, how in said.items())
    how = "; ".join(each) if len(set(said.values())) > 1 else next(iter(said.values()))
    return f" {how.capitalize()}{unsure}."


def contest_text(where: str, first: str, second: str, ratios: Ratios) -> str:
    """SGI: MPI 3 times as fast as threads; simulated 2.4; here 1.4 [1.3, 1.5]. Same direction."""
    known = {origin: ratios[origin] for origin in ORIGINS if ratios.get(origin)}
    leader = next(iter(known))
    if direction(known[leader]) == LESS:
        first, second = second, first
        known = {origin: list(map(inverse, values)) for origin, values in known.items()}
    said = [f"{'' if origin == leader else f'{origin} '}{range_of(values)}"
            for origin, values in known.items()]
    words = known[leader][0].words
    quoted = f" (“{words}”)" if words and not digits(words) else ""
    said[0] = (f"{first} {said[0]} times as fast as {second}{quoted}"
               f"{'' if leader == PRINT else f', {leader}'}")
    return f"{f'{where}: ' if where else ''}{'; '.join(said)}.{agreement(known)}"


# ---- which are compared -------------------------------------------------------------------------


def printed_ratios(tables: Iterable[Table]) -> list[str]:
    """A line for each row of a table of ratios that was measured or simulated; of many rows in how
    many the direction is the printed one."""
    said, agreed, counted = [], Counter[str](), Counter[str]()
    for (machine, sides, of), values, columns in (
            (*row, table.columns) for table in tables if table.unit == RATIO for row in table.rows):
        first, second = sides.split(" / ")
        what, _, where = of.partition(", ")
        if what == "time":
            first, second = second, first
        ratios = {column.origin: [value] for column, value in zip(columns, values, strict=True)
                  if positive(value)}
        for origin in ratios.keys() - {PRINT}:
            counted[origin] += 1
            agreed[origin] += direction(ratios[origin]) == direction(ratios[PRINT])
        if len(ratios) > 1:
            said.append(contest_text(", ".join(filter(None, (machine, where))), first, second,
                                     ratios))
    if len(said) <= FEW:
        return said
    counts = [f"{origin} {agreed[origin]} of {counted[origin]}" for origin in ORIGINS
              if counted[origin]]
    return [f"The direction of the printed ratios: {', '.join(counts)}."]


def contests(tables: Iterable[Table]) -> Iterator[str]:
    """A line for each machine and two of what has a path, the first of a table and another."""
    pairs: dict[tuple[str, str, str], dict[str, list[Value]]] = defaultdict(
        lambda: defaultdict(list))
    for table in tables:
        sides_of = Counter(title for title, _ in dict.fromkeys(
            (column.title, column.origin) for column in table.columns if column.path))
        base = max(sides_of, key=sides_of.get, default="")  # known from most
        for row in table.rows:
            rate = is_rate(table.unit or row.labels[-1])
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
        if len(every) > 1:
            yield contest_text(machine, first, second, every)


def beside_print(tables: Iterable[Table]) -> Iterator[str]:
    """How many times as fast this machine is as each of the others, printed or else simulated."""
    compared: dict[tuple[str, str], list[Value]] = defaultdict(list)
    for table in tables:
        for row in table.rows:
            here = {column.title: value for column, value in
                    zip(table.columns, row.values, strict=True)
                    if column.origin == HERE and positive(value)}
            for column, value in zip(table.columns, row.values, strict=True):
                rate = is_rate(table.unit or row.labels[-1] or column.title)
                mine = here.get(column.title)
                if column.origin != HERE and mine and positive(value) and rate is not None:
                    compared[column.origin, column.machine].append(times_as_fast(mine, value, rate))
    for origin in (PRINT, SIMULATED):
        texts = [f"{range_of(ratios)} times as fast as {machine or 'the paper'}"
                 for (of, machine), ratios in compared.items() if of == origin]
        if texts:
            yield f"Here {list_text(texts)}{', simulated' if origin == SIMULATED else ''}."
            return


def verdicts(parts: Iterable[Part]) -> list[str]:
    tables = list(map(table_of, parts))
    return (printed_ratios(tables) or list(contests(tables))
            or list(beside_print(tables)))
