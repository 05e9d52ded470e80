# SPDX-License-Identifier: BSD-3-Clause
"""A check as text for a terminal, as Markdown, as JSON (commands/answers/fleet.py) and as a
set of nodes; and as commands that drain the odd nodes, which COMOPS prints and does not run."""

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from common.terminal import plain
from fleet.check.facts import Split
from fleet.check.judge import KINDS, Check, Verdict
from fleet.check.words import (
    again_text, cell_text, effect_text, odd_names, percent, reasons_text, seen_text, total_text,
    value_text)
from fleet.console import by_reason
from fleet.run.plan import nodes_fold
from reports.words.escape import json_text, markdown, markdown_row
from reports.words.formats import list_text, plural

HEAD = ("node", "verdict", "effect", "facts", "to measure it again")
NOTES = 10  # that are shown
SCHEMA = "comops-fleet-check/1"
PAGE_SCHEMA = "comops-fleet-page/1"
DRAIN_HEAD = "# Written by comops fleet check, which drains nothing. Read it, then run it."
LONGEST = 120  # characters of a reason


def stratum_lines(check: Check) -> Iterator[str]:
    for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits, strict=True):
        yield f"{stratum.name}: {plural(len(stratum.nodes), 'node')}; {seen_text(seen)}"
        for split in splits:
            values = [f"{value_text(value)} ({count:,})" for value, count in split.values]
            yield f"no usual value of {split.fact}: {list_text(values)}"


def missing_lines(check: Check) -> Iterator[str]:
    """The nodes without results, by reason."""
    return reason_lines((name, reason.replace(name, "NODE"))
                        for name, reason in check.sweep.unmeasured.items())


def unjudged_lines(check: Check) -> Iterator[str]:
    return reason_lines((check.sweep.nodes[node], reason)
                        for node, reason in check.unjudged.items())


def reason_lines(nodes: Iterable[tuple[str, str]]) -> Iterator[str]:
    for reason, names in by_reason(nodes).items():
        yield f"{nodes_fold(names)}: {reason}"


def note_lines(check: Check) -> Iterator[str]:
    for one in check.notes[:NOTES]:
        cell = cell_text(check.sweep.cells[one.cell])
        yield f"{check.sweep.nodes[one.node]}: {cell}: slower by {percent(one.effect)}"
    if len(check.notes) > NOTES:
        yield f"and {len(check.notes) - NOTES:,} more cells"


def parts(check: Check) -> Iterator[tuple[str, list[str]]]:
    """Titles and lines of the parts below the verdicts, without empty ones."""
    for title, lines in (
        ("compared within", stratum_lines(check)),
        ("speed not compared", unjudged_lines(check)),
        ("not measured", missing_lines(check)),
        ("notes: single cells, no verdict", note_lines(check)),
    ):
        if some := list(lines):
            yield title, some


def check_text(check: Check, folder: Path) -> str:
    lines, kind = [total_text(check)], ""
    for one in check.verdicts:
        if one.kind != kind:
            kind = one.kind
            lines += ["", f"{kind}: {KINDS[kind]}"]
        name, reasons = check.sweep.nodes[one.node], reasons_text(one)
        lines.append(f"  {plain(f'{name}: {effect_text(check, one)}')}")
        lines += [f"      {plain(text)}" for text in (reasons, again_text(check, folder, [name]))
                  if text]
    for title, some in parts(check):
        lines += ["", title, *(f"  {plain(line)}" for line in some)]
    return "\n".join(lines) + "\n"


def check_markdown(check: Check, folder: Path) -> str:
    lines = [f"**{markdown(total_text(check))}**", ""]
    if check.verdicts:
        lines += [markdown_row(HEAD), markdown_row(["---"] * len(HEAD))]
        lines += [markdown_row(markdown_words(check, folder, one)) for one in check.verdicts]
        lines.append("")
    for title, some in parts(check):
        lines += [f"{markdown(title).capitalize()}:", ""]
        lines += [f"- {markdown(line)}" for line in some] + [""]
    return "\n".join(lines)


def markdown_words(check: Check, folder: Path, one: Verdict) -> list[str]:
    name = check.sweep.nodes[one.node]
    texts = [name, one.kind, effect_text(check, one), reasons_text(one)]
    command = plain(again_text(check, folder, [name])).replace("|", "\\|")
    return [*map(markdown, texts), f"`{command.replace('`', '')}`"]


def check_nodeset(check: Check, folder: Path) -> str:
    """The odd nodes in one line, nothing if there are none."""
    return f"{nodes_fold(odd_names(check))}\n" if check.odd else ""


def verdict_record(check: Check, folder: Path, one: Verdict) -> dict[str, Any]:
    name = check.sweep.nodes[one.node]
    optional = {"effect": one.effect, "ci95": one.ci95, "usual": one.usual, "p": one.p,
                "family": one.family and str(one.family), "outside": one.outside, "also": one.also,
                "cells": [check.sweep.cells[at] for at in one.cells], "reason": one.reason}
    return {
        "node": name,
        "verdict": one.kind,
        **{key: value for key, value in optional.items() if value not in (None, "", [])},
        "differences": [asdict(difference) for difference in one.differences],
        "command": again_text(check, folder, [name]),
    }


def odd_nodes(check: Check) -> dict[str, list[str]]:
    """The nodes of each kind of verdict."""
    nodes = check.sweep.nodes
    return {kind: sorted({nodes[one.node] for one in check.verdicts if one.kind == kind})
            for kind in KINDS}


def page_contents(check: Check) -> dict[str, Any]:
    """What the page of a sweep is about: commands/answers/fleet.py."""
    return {
        "schema": PAGE_SCHEMA,
        "created": check.sweep.plan.get("created"),
        "measured": len(check.sweep.nodes),
        "not_measured": len(check.sweep.unmeasured),
        "cells": len(check.sweep.cells),
        "odd": {kind: len(nodes) for kind, nodes in odd_nodes(check).items()},
    }


def check_json(check: Check, folder: Path) -> str:
    sweep = check.sweep
    return json_text({
        "schema": SCHEMA,
        "directory": str(folder),
        "created": sweep.plan.get("created"),
        "measured": len(sweep.nodes),
        "odd": odd_nodes(check),
        "verdicts": [verdict_record(check, folder, one) for one in check.verdicts],
        "strata": [
            {"name": stratum.name, "nodes": len(stratum.nodes), "seen": seen,
             "splits": list(map(Split._asdict, splits))}
            for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits,
                                             strict=True)],
        "not_compared": {sweep.nodes[node]: why for node, why in check.unjudged.items()},
        "not_measured": sweep.unmeasured,
        "notes": [asdict(one) | {"node": sweep.nodes[one.node], "cell": sweep.cells[one.cell]}
                  for one in check.notes],
    })


def drain_script(check: Check) -> str:
    """A shell script, one line a node."""
    lines = ["#!/bin/sh", DRAIN_HEAD]
    for node in check.odd:
        reasons = [f"{one.kind}: {effect_text(check, one)}"
                   for one in check.verdicts if one.node == node]
        reason = plain(f"COMOPS {'; '.join(reasons)}")[:LONGEST]
        lines.append(shlex.join(["scontrol", "update", f"NodeName={check.sweep.nodes[node]}",
                                 "State=DRAIN", f"Reason={reason}"]))
    return "\n".join(lines) + "\n"
