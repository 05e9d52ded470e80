# SPDX-License-Identifier: BSD-3-Clause
"""The warnings of cells in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from analysis.warnings import WARNINGS, Warning
from records.read import Cell
from reports.words.formats import interval_text, list_text, plural, size_text


def warning_of(name: str) -> Warning:
    """Also of one that is not known here."""
    return WARNINGS.get(name, Warning(name, name, "A warning of a later version.", ""))


def title_of(name: str) -> str:
    return warning_of(name).title


def warning_counts(cells: Iterable[Cell]) -> dict[str, int]:
    """How many cells carry each warning, in the order of the list, unknown ones last."""
    counts = Counter(warning for cell in cells for warning in cell.warnings)
    known = [name for name in WARNINGS if name in counts]
    return {name: counts[name] for name in (*known, *sorted(counts.keys() - WARNINGS.keys()))}


def warnings_text(cells: Iterable[Cell]) -> str:
    """Which warnings the cells carry: drifting 2 and bimodal 1."""
    return list_text([f"{title_of(name)} {count}" for name, count in warning_counts(cells).items()])


def is_split(cell: Cell) -> bool:
    """Page faults split the cell into two states."""
    return bool(cell.page_faults) and None not in cell.page_faults.values()


def states_text(cell: Cell) -> str:
    """Both times of a cell that page faults split, and which of them results use."""
    both = [f"{interval_text(one['time_us'], one['ci95_us'])} us {name} page faults "
            f"({plural(one['blocks'], 'block')})"
            for name, one in cell.page_faults.items() if name != "used"]
    return (f"{cell.key.path}/{cell.key.protocol} at {size_text(cell.key.bytes)}: "
            f"{', '.join(both)}; results use that {cell.page_faults['used']}")


def machine_texts(explained: Mapping[str, int], measured: int) -> Iterator[str]:
    """A line for each fact of the machine: how many cells would have the warning that it explains.
    """
    for name, warning in WARNINGS.items():
        if count := explained.get(name, 0):
            yield f"the machine {warning.machine} ({name} in {count} of {measured} cells)"
