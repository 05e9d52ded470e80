# SPDX-License-Identifier: BSD-3-Clause
"""The page of a sweep: odd nodes, the map, one node against its stratum, facts that differ."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fleet.check.judge import Check
from fleet.check.scores import EFFECT
from fleet.check.verdicts import Verdict
from fleet.export.as_text import missing_lines, note_lines, stratum_lines, unjudged_lines
from fleet.export.phrases import (
    again_text, effect_text, folded, odd_names, percent, reasons_text, total_text, value_text)
from fleet.page.look import page_render
from fleet.page.sweep_data import places_of, sweep_data
from fleet.page.sweep_map import map_of

LISTED = 200  # odd nodes, facts: the most rows of a table
OPEN = 20  # odd nodes that are not folded
LONGEST = 2000  # characters of a set of nodes or a sentence


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def odd_row(check: Check, places: dict[int, int], one: Verdict) -> dict[str, Any]:
    return {
        "name": check.sweep.nodes[one.node],
        "place": places.get(one.node),
        "kind": one.kind,
        "effect": short(effect_text(check, one)),
        "reasons": short(reasons_text(one)),
    }


def fact_rows(check: Check) -> Iterator[dict[str, Any]]:
    """Each fact and value that differs, with the nodes that have it."""
    found: dict[tuple, set[int]] = {}
    for verdict in check.verdicts:
        for one in verdict.differences:
            found.setdefault((one.fact, one.value, one.usual), set()).add(verdict.node)
    for (fact, value, usual), nodes in sorted(found.items(), key=lambda one: -len(one[1])):
        names = [check.sweep.nodes[node] for node in sorted(nodes)]
        yield {"fact": fact, "value": value_text(value), "usual": value_text(usual),
               "count": f"{len(nodes):,}", "nodes": short(folded(names))}


def sweep_page(check: Check, folder: Path) -> str:
    """The sweep as one self-contained HTML page."""
    places, lines = places_of(check), list(stratum_lines(check))
    strata = [line for line in lines if not line.startswith("no usual value")]
    return page_render(
        "sweep.html.j2", ["sweep.js"], sweep_data(check, places),
        folder=str(folder),
        created=check.sweep.plan.get("created"),
        cells=f"{len(check.sweep.cells):,}",
        total=total_text(check),
        odd=[odd_row(check, places, one) for one in check.verdicts[:LISTED]],
        open=OPEN,
        more=f"{len(check.verdicts) - LISTED:,}" if len(check.verdicts) > LISTED else "",
        again=short(again_text(check, folder, odd_names(check))),
        map=map_of(check, places) | {"least": percent(EFFECT)},
        sampled="" if len(places) == len(check.sweep.nodes) else
        f"The page has {len(places):,} of {len(check.sweep.nodes):,} nodes, with all odd ones.",
        facts=list(fact_rows(check))[:LISTED],
        splits=[line for line in lines if line not in strata][:LISTED],
        missing=[short(one) for one in [*missing_lines(check), *unjudged_lines(check)]][:LISTED],
        strata=strata[:LISTED],
        notes=list(note_lines(check)),
    )
