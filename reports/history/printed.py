# SPDX-License-Identifier: BSD-3-Clause
"""A table of the page's part on the publications, and the measured size next to a printed one."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

FACTOR = 2.5  # the largest between a printed size and the measured one


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table. Of each row the last `here` texts are this machine's; with 0 its rows are,
    which begin with "here"."""

    name: str
    paper: str
    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    here: int
    note: str
    command: str

    @property
    def measured(self) -> bool:
        """Whether anything in it is this machine's."""
        if not self.here:
            return any(row[0].startswith("here") for row in self.rows)
        return any(text for row in self.rows for text in row[len(row) - self.here:])


def factor(measured: int, printed: int) -> float:
    """The greater of two sizes over the other."""
    return max(measured / printed, printed / measured) if measured else inf


def is_near(measured: int, printed: int) -> bool:
    return factor(measured, printed) <= FACTOR


def nearest(sizes: Iterable[int], printed: int) -> int | None:
    """The measured size that is nearest to a printed one; none if it is not near."""
    near = (one for one in sizes if is_near(one, printed))
    return min(near, key=lambda one: factor(one, printed), default=None)
