# SPDX-License-Identifier: BSD-3-Clause
"""Reading the results files that a command was given."""

from collections.abc import Iterable
from pathlib import Path

from reports.command.console import is_overwritten
from common.console import detail, note
from records.lines import ResultsError
from records.read import Kind, campaign_read

def campaigns_read(
    program: str, files: Iterable[Path], output: Path | None, kind: type[Kind]
) -> list[Kind]:
    """All campaigns; notes go to standard error. ResultsError also if one would be overwritten."""
    campaigns = []
    for file in files:
        if output and is_overwritten(output, file):
            raise ResultsError(f"{output}: is a results file and would be overwritten")
        campaigns.append(campaign_read(file, kind))
        detail(program, f"{file}: {len(campaigns[-1].cells)} cells")
        for sentence in campaigns[-1].notes:
            note(program, f"{file}: {sentence}")
    return campaigns
