# SPDX-License-Identifier: BSD-3-Clause
"""What the page of a report contains, for `comops report --json`: docs/commands.schema.json."""

from collections.abc import Sequence
from typing import Any

from reports.answers.panels import operations_of
from reports.answers.series import series_of
from reports.answers.verdicts import verdicts_of
from records.read import Campaign

SCHEMA = "comops-report-page/1"


def page_contents(campaigns: Sequence[Campaign]) -> dict[str, Any]:
    """Cells, and how often each verdict names which path; sizes that are not compared count for
    nothing."""
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    operations = operations_of(campaigns, series_of(cells))
    return {
        "schema": SCHEMA,
        "campaigns": len(campaigns),
        "cells": len(cells),
        "invalid": sum(not cell.valid for cell in cells),
        "verdicts": [
            {"name": one.name, "counts": one.counts}
            for one in verdicts_of(operations)
        ],
    }
