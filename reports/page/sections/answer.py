# SPDX-License-Identifier: BSD-3-Clause
"""The answer: which path is faster, in one line, as a map, and in sentences."""

from typing import Any

from analysis.maps import maps_of, total_counts
from analysis.sentences import total_sentence
from page.report import Report
from words.formats import list_text, path_text


def build(report: Report) -> dict[str, Any]:
    counts = total_counts(report.operations)
    paper = [operation for operation in report.operations if operation.paper]
    further = [operation for operation in report.operations if not operation.paper]
    title = "Further operations" if paper else "Operations"
    groups = (("The five operations of the paper", paper), (title, further))
    return {
        "groups": [(title, some, maps_of(some)) for title, some in groups if some],
        "counts": counts,
        "total": total_sentence(counts) if counts else [],
        "paths": report.paths,
        "placement": any("topology" in campaign.facts for campaign in report.campaigns),
        "others": list_text(list(map(path_text, report.paths[1:]))),
    }
