# SPDX-License-Identifier: BSD-3-Clause
"""comops profile: the MPI calls of any program."""

from comops.common.console import UsageError


def main(words: list[str]) -> int:
    raise UsageError("not made yet")
