# SPDX-License-Identifier: BSD-3-Clause
"""A report's results as one JSON object, and what its page contains, for `comops report --json`:
comops/cli/answers/node.py."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from comops.extension import exports
from comops.reports.answers.answer import Row, winner
from comops.reports.answers.headline import undecided_of
from comops.reports.answers.panels import operations_of
from comops.reports.answers.verdict_maps import OverallVerdict, verdicts_of
from comops.reports.words.escape import json_text
from comops.reports.words.sentences import NOT_COMPARED
from comops.reports.words.trust import verdict_text
from comops.results.cell import CellRecord
from comops.results.findings import PairRecord
from comops.results.read import Campaign
from comops.statistics.trust import trust_of

SCHEMA, PAGE_SCHEMA = "comops-report/1", "comops-report-page/1"


def side_record(cell: CellRecord) -> dict[str, Any]:
    return {"path": cell.key.path, "protocol": cell.key.protocol, "time_us": cell.time_us}


def row_record(row: Row) -> dict[str, Any]:
    shared = row.ours.key.record
    for name in ("path", "protocol", "mode"):
        del shared[name]
    return shared | {
        "a": side_record(row.ours), "b": side_record(row.other), "ratio": row.ratio,
        "ci95": row.ci95, "here": row.here and asdict(row.here),
        "faster": None if row.winner == NOT_COMPARED else row.winner}


def verdict_record(verdict: OverallVerdict) -> dict[str, Any]:
    rows = [row_record(row) for operation in verdict.compared for panel in operation.panels
            for row in panel.verdicts[verdict.name] if row.ours and row.other]
    sides = [{"what": side.words, "libraries": "; ".join(names)}
             for side, names in zip(verdict.kind.sides, verdict.libraries, strict=True)]
    return {"name": verdict.name, "title": verdict.kind.title, "sides": sides, "rows": rows}


def placement_record(campaign: Campaign, pair: PairRecord) -> dict[str, Any]:
    """An implementation on two placements."""
    shared = pair.a.record
    for name in ("placement", "mode"):
        del shared[name]
    sides = {side: {"placement": key.placement, "time_us": campaign.cells[key].time_us}
             for side, key in (("a", pair.a), ("b", pair.b))}
    return shared | sides | {"ratio": pair.ratio, "ci95": pair.ci95,
                             "faster": winner(pair, "placement")}


def placement_records(campaigns: Sequence[Campaign]) -> list[dict[str, Any]]:
    """Ratios of cells that are there and valid: a record may be damaged, or replaced by a later."""
    return [
        placement_record(campaign, pair)
        for campaign in campaigns for pair in campaign.placement_ratios.values()
        if all(key in campaign.cells and campaign.cells[key].valid for key in (pair.a, pair.b))]


def cell_record(cell: CellRecord, file: str) -> dict[str, Any]:
    names = ("valid", "time_us", "ci95_us", "rate_MBps", "oversubscribed", "simulated")
    percentiles = cell.percentiles and {
        name: {"us": share.us, "ci95": share.ci95} for name, share in cell.percentiles.all.items()}
    return (cell.key.record | {"error": cell.error or ""}
            | {name: getattr(cell, name) for name in names}
            | {"percentiles": percentiles, "warnings": cell.warnings, "file": file})


def campaign_record(campaign: Campaign) -> dict[str, Any]:
    about = {name: getattr(campaign.record, name)
             for name in ("host", "machine", "started", "version")}
    trust = trust_of(campaign)
    said = trust and {"verdict": trust.verdict, "text": verdict_text(campaign),
                      "reasons": [reason.name for reason in trust.reasons]}
    return {"file": str(campaign.file)} | about | {"trust": said, "notes": campaign.notes}


def page_contents(campaigns: Sequence[Campaign]) -> dict[str, Any]:
    """Cells, and how often each verdict names which path; sizes that are not compared count for
    nothing."""
    cells = [cell for campaign in campaigns for cell in campaign.cells.values()]
    return {
        "schema": PAGE_SCHEMA,
        "campaigns": len(campaigns),
        "cells": len(cells),
        "invalid": sum(not cell.valid for cell in cells),
        "verdicts": [{"name": verdict.name, "counts": verdict.counts}
                     for verdict in verdicts_of(operations_of(campaigns))],
    }


def answer_json(campaigns: Sequence[Campaign]) -> str:
    """The campaigns, the three verdicts with their rows, the ratios between placements, every cell,
    and what extensions add."""
    others = [campaign for campaign in campaigns if not campaign.record.reproduces]
    answer = {
        "schema": SCHEMA,
        "campaigns": list(map(campaign_record, campaigns)),
        "comparisons": dict(zip(("undecided", "all"), undecided_of(others), strict=True)),
        "verdicts": list(map(verdict_record, verdicts_of(operations_of(others)))),
        "placements": placement_records(campaigns),
        "cells": [cell_record(cell, str(campaign.file)) for campaign in campaigns
                  for cell in campaign.cells.values()],
    }
    for export in exports("json"):
        answer |= export(campaigns)
    return json_text(answer)
