# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status, missing libraries, --format."""

import argparse
from collections.abc import Iterable
from functools import partial

from comops.common.console import choice_of
from comops.common.libraries import libraries as needed

libraries = partial(needed, package="comops_fleet", what="comops[fleet]")  # around imports
DONE, LOST = 0, 1


def format_add(parser: argparse.ArgumentParser, *names: str) -> None:
    """Adds --format; the first name is the default (schemas.py has the JSON)."""
    parser.add_argument("--format", metavar="FORMAT", type=choice_of(names), default=names[0],
                        help=f"{', '.join(names)} (default: {names[0]})")


def by_reason(nodes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The nodes of each reason, of nodes with their reasons."""
    names_by_reason: dict[str, list[str]] = {}
    for name, reason in nodes:
        names_by_reason.setdefault(reason, []).append(name)
    return names_by_reason
