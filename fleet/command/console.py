# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status and missing libraries."""

import argparse
from functools import partial

from common.console import choice_of
from common.libraries import libraries as needed

libraries = partial(needed, room="fleet")  # around imports
DONE, LOST, USAGE, MISSING, INTERRUPTED = 0, 1, 2, 77, 130


def format_add(parser: argparse.ArgumentParser, *others: str) -> None:
    """--format: text, JSON (docs/commands.schema.json) and those that a command has besides."""
    names = ["text", *others, "json"]
    parser.add_argument("--format", metavar="FORMAT", type=choice_of(names), default="text",
                        help=f"{', '.join(names)} (default: text)")
