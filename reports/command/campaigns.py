# SPDX-License-Identifier: BSD-3-Clause
"""Reading the results files that a command was given."""

from collections.abc import Iterable
from pathlib import Path

from reports.command.console import is_overwritten
from common.console import detail, note
from records.lines import ResultsError
from records.read import Kind, campaigns_in

def campaigns_read(
    program: str, files: Iterable[Path], output: Path | None, kind: type[Kind]
) -> list[Kind]:
    """All campaigns; notes go to standard error. ResultsError also if one would be overwritten."""
    campaigns = []
    for file in files:
        if output and is_overwritten(output, file):
            raise ResultsError(f"{output}: is a results file and would be overwritten")
        found = campaigns_in(file, kind)
        campaigns += found
        detail(program, f"{file}: {sum(len(one.cells) for one in found)} cells")
        for sentence in (sentence for one in found for sentence in one.notes):
            note(program, f"{file}: {sentence}")
    return campaigns
