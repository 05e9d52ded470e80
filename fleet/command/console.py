# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status and missing libraries."""

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.console import choice_of, complain

DONE, LOST, USAGE, MISSING, INTERRUPTED = 0, 1, 2, 77, 130
LIBRARIES = {"ClusterShell", "duckdb", "jinja2", "numpy", "orjson"}


def format_add(parser: argparse.ArgumentParser, *others: str) -> None:
    """--format: text, JSON (docs/commands.schema.json) and those that a command has besides."""
    names = ["text", *others, "json"]
    parser.add_argument("--format", metavar="FORMAT", type=choice_of(names), default="text",
                        help=f"{', '.join(names)} (default: text)")


@contextmanager
def libraries(program: str) -> Iterator[None]:
    """Around imports: if a library is missing, says how to install it and exits 77."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        needs = Path(__file__).resolve().parents[1] / "requirements.txt"
        command = shlex.join([sys.executable, "-m", "pip", "install", "-r", str(needs)])
        complain(program, f"the Python module {library} is missing; install it with: {command}")
        sys.exit(MISSING)
