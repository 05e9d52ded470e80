# SPDX-License-Identifier: BSD-3-Clause
"""comops profile: the MPI calls of any program."""

from comops.common.console import Parser, UsageError

ABOUT = """Runs a program that uses MPI, and counts its calls.

  comops profile -- mpiexec -n 8 ./app"""


def main(words: list[str]) -> int:
    parser = Parser(prog="comops profile", description=ABOUT)
    parser.add_argument("words", metavar="WORD", nargs="*", help="the command")
    parser.parse_args(words)
    raise UsageError("not made yet")
