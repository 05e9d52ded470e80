# SPDX-License-Identifier: BSD-3-Clause
"""comops profile: the MPI calls of any program.

Exit 0, 1 the command made no MPI call or a file cannot be written, 2 usage, 77 its MPI library is
unknown or nothing can be profiled here; otherwise the command's own exit status.
"""

from pathlib import Path

from comops.measure.planning.options import MOST, Option, parser_of

PROGRAM = "comops profile"
ABOUT = """Runs an MPI program unchanged, and writes which calls its ranks make, how often, and how
long they take: to how many ranks, with which partners, bytes, types and operations.

  comops profile -- mpiexec -n 4 ./app"""
NOTES = """After -- comes the command, as without comops. Its exit status is passed on, also if it
fails; what was counted until then is written. MPI's ABI is that of MPICH or Open MPI."""
TABLE = (
    Option("output", "o", "FILE", "where the profile goes (default: profile.json); with -, to "
           "standard output, and all else to standard error", Path, MOST),
)


def arguments(words: list[str]) -> tuple[Path, list[str]]:
    """The output, and the command."""
    parser = parser_of(TABLE, prog=PROGRAM, description=ABOUT, epilog=NOTES)
    parser.usage = f"{PROGRAM} [OPTION...] -- COMMAND [WORD...]"
    parser.stray = "put -- before the command: `{word}`"
    at = words.index("--") if "--" in words else len(words)
    output = parser.parse_args(words[:at]).output or Path("profile.json")
    if not words[at + 1:]:
        parser.error("name a command: comops profile -- mpiexec -n 4 ./app")
    return output, words[at + 1:]


def main(words: list[str]) -> int:
    output, command = arguments(words)
    from comops_programs.profiling import profiled  # which needs NumPy, and help does not

    return profiled(output, command)
