# SPDX-License-Identifier: BSD-3-Clause
"""What the terminal shows of a campaign's records: the answer, the times, the cells with warnings.
"""

from collections.abc import Sequence
from pathlib import Path

from common.terminal import colour_wanted, columns_wanted, wrapped
from records.read import Campaign
from reports.answers.comparisons import tables_of
from reports.answers.measured import measured_by_seats
from reports.terminal.screen import COLUMNS, screen_text, trust_lines
from reports.terminal.times import Wanted, tables_text
from reports.terminal.warned import warnings_text


def campaign_text(campaign: Campaign, wanted: Wanted, file: Path | None,
                  others: Sequence[str] = ()) -> str:
    """`file`: where the records are; `others`: what holds at other distances of the ranks."""
    columns, text = columns_wanted() or COLUMNS, ""
    if wanted != Wanted():
        tables = [table for table in tables_of(campaign) if table.cells]
        text = tables_text(tables, campaign, columns, wanted)
    return text + screen_text(campaign, columns, colour_wanted(), file, others)


def campaign_warnings(campaign: Campaign) -> str:
    """What of the machine makes results less certain, then the warnings of cells."""
    tables, columns = tables_of(campaign), columns_wanted() or COLUMNS
    machine = "".join(wrapped(f"{line[0].upper()}{line[1:]}.", 2, columns)
                      for line in trust_lines(campaign, tables, measured_by_seats(campaign)))
    return "\n".join(filter(None, [machine, warnings_text(tables, columns)]))
