# SPDX-License-Identifier: BSD-3-Clause
"""What the commands that write a page share: writing it, and --json."""

import argparse
from pathlib import Path
from typing import Any

from reports.command.console import STANDARD_OUTPUT, answer_write
from common.console import note, show
from reports.words.escape import json_text


def json_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true",
                        help="print the page's file, its size and what it contains as JSON")


def json_check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """A usage error if the page would be in the midst of it."""
    if options.json and options.output == STANDARD_OUTPUT:
        parser.error("--json cannot be combined with -o -")


def page_write(program: str, output: Path, page: str, named: bool,
               contents: dict[str, Any] | None) -> int:
    """Write a page and say where, unless the user `named` the file; `contents` of its JSON, None
    without --json."""
    status = answer_write(program, output, page)
    if contents is not None:
        size = len(page.encode("utf-8", errors="replace"))
        show(json_text(contents | {"file": str(output), "bytes": size}))
    elif not named and output != STANDARD_OUTPUT:
        note(program, f"written: {output}")
    return status
