# SPDX-License-Identifier: BSD-3-Clause
"""What the commands share: exit status, missing libraries, campaigns, output, pages and their
--json."""

import argparse
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comops.common.console import OutputError, detail, note, show
from comops.common.files import write
from comops.common.libraries import libraries as needed
from comops.reports.words.escape import json_text

if TYPE_CHECKING:
    from comops.results.read import Kind

WRITTEN, USAGE, MISSING = 0, 2, 77
STANDARD_OUTPUT = Path("-")
libraries = partial(needed, package="comops.reports")  # around imports


def is_overwritten(output: Path, file: Path) -> bool:
    """Whether writing `output` would replace `file`."""
    return os.path.exists(output) and os.path.exists(file) and output.samefile(file)


def campaigns_read(
    program: str, files: Iterable[Path], output: Path | None, kind: "type[Kind]"
) -> "list[Kind]":
    """All campaigns; notes go to standard error. ResultsError also if one would be overwritten."""
    from comops.results.lines import ResultsError
    from comops.results.read import campaigns_in

    campaigns = []
    for file in files:
        if output and is_overwritten(output, file):
            raise ResultsError(f"{output}: is a results file and would be overwritten")
        read = campaigns_in(file, kind)
        campaigns += read
        detail(program, f"{file}: {sum(len(campaign.cells) for campaign in read)} cells")
        for sentence in (sentence for campaign in read for sentence in campaign.notes):
            note(program, f"{file}: {sentence}")
    return campaigns


def answer_write(output: Path, content: str | bytes) -> int:
    """Write a file or standard output. A reader that has left is not an error."""
    try:
        if isinstance(content, bytes):
            write(output, content)
        elif output == STANDARD_OUTPUT:
            show(content)
        else:
            write(output, content.encode("utf-8", errors="replace"))
    except BrokenPipeError:
        return WRITTEN
    except OSError as error:
        raise OutputError(output, error) from None
    return WRITTEN


def json_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true",
                        help="print the page's file, its size and what it contains as JSON")


def json_check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """A usage error if the page would be in the midst of it."""
    if options.json and options.output == STANDARD_OUTPUT:
        parser.error("--json cannot be combined with -o -")


def page_write(program: str, output: Path, page: str | bytes, named: bool,
               contents: dict[str, Any] | None) -> int:
    """Write a page, or a figure, and say where, unless the user `named` the file; `contents` of its
    JSON, None without --json."""
    status = answer_write(output, page)
    if contents is not None:
        size = len(page.encode("utf-8", errors="replace"))
        show(json_text(contents | {"file": str(output), "bytes": size}))
    elif not named and output != STANDARD_OUTPUT:
        note(program, f"written: {output}")
    return status
