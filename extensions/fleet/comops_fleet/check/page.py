# SPDX-License-Identifier: BSD-3-Clause
"""The page of a sweep: odd nodes, the map, one node against its stratum, facts that differ; and
what all pages of a fleet share: the report's look, templates, and one file for everything.

In the map of nodes and families many nodes share a row, which shows the slowest of them.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from comops.reports.draw.specs import FAINT, GRID, INK, PAPER, Spec, chart, level, named, quantity
from comops.reports.page.inline import Charts, environment, static
from comops_fleet.check.answers import (again_text, effect_text, missing_lines, note_lines,
                                        odd_names, percent_text, reasons_text, stratum_lines,
                                        total_text, unjudged_lines, value_text)
from comops_fleet.check.families import PAIR, Family
from comops_fleet.check.judge import Check
from comops_fleet.check.scores import EFFECT
from comops_fleet.run.plan import nodes_fold

ROOT = Path(__file__).parents[1]
LONGEST = 2000  # characters of a set of nodes or a sentence
STYLES = ("colours.css", "page.css", "picture.css")  # of the report


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def page_render(template: str, scripts: Sequence[str], charts: Charts, **values: Any) -> str:
    """A page as one file, with these scripts of static/."""
    return environment(ROOT / "templates").get_template(template).render(
        style=Markup("\n").join([*map(static, STYLES), static("fleet.css", ROOT / "static")]),
        **charts.scripts(static(name, ROOT / "static") for name in scripts),
        **values,
    )


def node_chart(families: int) -> Spec:
    """One node beside its stratum's nodes in each family; sweep.js fills in the rows."""
    x = quantity("value", {"nice": False}, {"title": None, "grid": True,
                                            "labelExpr": "datum.label + ' %'"})
    y = named("family", sort=None, axis={"title": None, "domain": False, "ticks": False,
                                         "labelLimit": 220, "labelColor": INK})
    words = ("family", "node", "stratum")

    def band(low: str, high: str, height: int, colour: str) -> Spec:
        return {"mark": {"type": "bar", "height": height, "color": colour},
                "encoding": {"x": x | {"field": low}, "x2": {"field": high}, "y": y}}

    return chart("This node and the nodes of its stratum in each family", [
        band("p5", "p95", 12, GRID), band("p25", "p75", 6, FAINT),
        level() | {"encoding": {"x": {"datum": 0}}},
        {"data": {"values": [{"value": -LEAST}, {"value": LEAST}]},
         "mark": {"type": "tick", "opacity": 0}, "encoding": {"x": x}},
        {"mark": {"type": "point", "size": 80, "fill": "var(--path-1)", "stroke": PAPER,
                  "opacity": 1},
         "encoding": {"x": x, "y": y, "tooltip": [named(word) for word in words]}}],
        20 * families, data={"name": "families"})


LEAST = 2  # percent: the smallest range of a node's chart to each side
KEPT = 10_000  # a page has the shifts of at most so many nodes, to stay below 5 MB
QUANTILES = (0.05, 0.25, 0.75, 0.95)
NAME_LONGEST = 80  # characters of a name
SINGLE, ROWS = 100, 50  # at most so many nodes have a row each; more share so many rows
DEPTHS = (0.05, 0.1, 0.2)  # shifts at which a colour becomes darker
LISTED = 200  # odd nodes, facts: the most rows of a table
OPEN = 20  # odd nodes that are not folded


def places_of(check: Check) -> dict[int, int]:
    """The node's place in the page's data: all nodes, or the odd ones and some others evenly."""
    count = len(check.sweep.nodes)
    if count <= KEPT:
        return {node: node for node in range(count)}
    odd = check.odd[:KEPT]
    others = np.setdiff1d(np.arange(count), odd)
    spread = others[np.linspace(0, len(others) - 1, KEPT - len(odd)).astype(int)]
    return {int(node): at for at, node in enumerate(sorted({*odd, *spread.tolist()}))}


def tenths(shifts: np.ndarray) -> list[int | None]:
    """Logarithms as tenths of a percent; None if unknown."""
    values = np.round(1000 * np.expm1(shifts))
    return [None if np.isnan(value) else int(value) for value in values]


def singles_of(check: Check) -> dict[int, Family]:
    """The families to show, by position: a map with all pairs would be too wide."""
    return {at: family for at, family in enumerate(check.families) if family.kind != PAIR}


def shifts_by_family(check: Check) -> np.ndarray:
    """[family, node]: all cells first."""
    return np.vstack([check.scores.node.value[None],
                      check.scores.family.value[list(singles_of(check))]])


def band_of(values: np.ndarray) -> list[int | None] | None:
    known = values[~np.isnan(values)]
    return tenths(np.quantile(known, QUANTILES)) if len(known) > 1 else None


def sweep_data(check: Check, places: dict[int, int]) -> dict[str, Any]:
    shifts, kept = shifts_by_family(check), np.array(list(places), dtype=int)
    stratum = np.zeros(len(check.sweep.nodes), dtype=int)
    for at, part in enumerate(check.strata):
        stratum[part.nodes] = at
    verdicts: dict[int, list[str]] = {}
    for verdict in check.verdicts:
        if verdict.node in places:
            verdicts.setdefault(places[verdict.node], []).append(verdict.kind)
    return {
        "names": [check.sweep.nodes[node][:NAME_LONGEST] for node in places],
        "stratum": stratum[kept].tolist(),
        "strata": [stratum.name for stratum in check.strata],
        "families": ["all cells", *map(str, singles_of(check).values())],
        "shifts": [tenths(column) for column in shifts[:, kept]],
        "bands": [[band_of(shift[stratum.nodes]) for shift in shifts] for stratum in check.strata],
        "verdicts": {node: ", ".join(dict.fromkeys(kinds)) for node, kinds in verdicts.items()},
        "first": min(verdicts, default=0),
    }


def field_of(shift: float, title: str = "") -> dict[str, str]:
    if math.isnan(shift):
        return {"text": "none", "look": "open", "title": ""}
    effect = math.expm1(shift)
    depth = sum(abs(effect) >= limit for limit in DEPTHS)
    side = "slow" if effect > 0 else "fast"
    look = f"{side} depth-{depth}" if abs(effect) >= EFFECT else ""
    return {"text": percent_text(effect) if look else f"{round(100 * effect) or 0} %", "look": look,
            "title": title}


def row_of(
    check: Check, shifts: np.ndarray, nodes: np.ndarray, odd: np.ndarray, places: dict[int, int]
) -> dict[str, Any]:
    """The row of consecutive nodes, which links to the slowest of them."""
    names, values = check.sweep.nodes, shifts[:, nodes]
    worst = nodes[np.nan_to_num(values, nan=-np.inf).argmax(axis=1)].tolist()
    single = len(nodes) == 1
    return {
        "name": names[nodes[0]] if single else f"{names[nodes[0]]} to {names[nodes[-1]]}",
        "odd": int(odd[nodes].sum()),
        "place": places.get(worst[0]),
        "fields": [field_of(float(family[node]), "" if single else names[node])
                   for family, node in zip(shifts, worst, strict=True)],
    }


def map_of(check: Check, places: dict[int, int]) -> dict[str, Any]:
    count = len(check.sweep.nodes)
    shifts, odd = shifts_by_family(check), np.zeros(count, dtype=bool)
    odd[check.odd] = True
    each = 1 if count <= SINGLE else math.ceil(count / ROWS)
    kinds = [(kind, len(list(group)))
             for kind, group in groupby(single.kind for single in singles_of(check).values())]
    return {
        "each": each,
        "kinds": kinds,
        "names": [single.name for single in singles_of(check).values()],
        "rows": [row_of(check, shifts, np.arange(at, min(at + each, count)), odd, places)
                 for at in range(0, count, each)],
    }


def fact_rows(check: Check) -> Iterator[dict[str, Any]]:
    """Each fact and value that differs, with the nodes that have it."""
    nodes_of: dict[tuple, set[int]] = {}
    for verdict in check.verdicts:
        for difference in verdict.differences:
            fact = difference.fact, difference.value, difference.usual
            nodes_of.setdefault(fact, set()).add(verdict.node)
    for (fact, value, usual), nodes in sorted(nodes_of.items(), key=lambda entry: -len(entry[1])):
        names = [check.sweep.nodes[node] for node in sorted(nodes)]
        yield {"fact": fact, "value": value_text(value), "usual": value_text(usual),
               "count": f"{len(nodes):,}", "nodes": short(nodes_fold(names))}


def sweep_page(check: Check, folder: Path) -> str:
    """The sweep as one self-contained HTML page."""
    places, lines, charts = places_of(check), list(stratum_lines(check)), Charts()
    charts.specs["families"] = node_chart(len(shifts_by_family(check)))
    charts.datasets["sweep"] = sweep_data(check, places)
    strata = [line for line in lines if not line.startswith("no usual value")]
    return page_render(
        "sweep.html.j2", ["sweep.js"], charts,
        folder=str(folder),
        created=check.sweep.plan.get("created"),
        cells=f"{len(check.sweep.cells):,}",
        total=total_text(check),
        odd=[{"name": check.sweep.nodes[verdict.node], "place": places.get(verdict.node),
              "kind": verdict.kind, "effect": short(effect_text(check, verdict)),
              "reasons": short(reasons_text(verdict))} for verdict in check.verdicts[:LISTED]],
        open=OPEN,
        more=f"{len(check.verdicts) - LISTED:,}" if len(check.verdicts) > LISTED else "",
        again=short(again_text(check, folder, odd_names(check))),
        map=map_of(check, places) | {"least": percent_text(EFFECT)},
        sampled="" if len(places) == len(check.sweep.nodes) else
        f"The page has {len(places):,} of {len(check.sweep.nodes):,} nodes, with all odd ones.",
        facts=list(fact_rows(check))[:LISTED],
        splits=[line for line in lines if line not in strata][:LISTED],
        missing=[short(line) for line in [*missing_lines(check), *unjudged_lines(check)]][:LISTED],
        strata=strata[:LISTED],
        notes=list(note_lines(check)),
    )
