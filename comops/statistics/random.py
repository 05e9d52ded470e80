# SPDX-License-Identifier: BSD-3-Clause
"""A sequence of numbers that is the same everywhere: splitmix64 (Steele, Lea and Flood, OOPSLA
2014)."""

MASK = (1 << 64) - 1


class Random:
    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def next(self) -> int:
        """A number of 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def shuffle(self, order: list) -> None:
        """In place (Fisher and Yates)."""
        for at in range(len(order) - 1, 0, -1):
            other = self.next() % (at + 1)
            order[at], order[other] = order[other], order[at]
