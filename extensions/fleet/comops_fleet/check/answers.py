# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts in words, for the terminal and the page; a check as text for a terminal, as Markdown, as
JSON (comops_fleet/schemas.py) and as a set of nodes; and as commands that drain the odd nodes,
which COMOPS prints and does not run.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from comops.common.terminal import plain
from comops.reports.words.escape import json_text, markdown, markdown_row
from comops.reports.words.formats import (bracketed, list_text, path_text, percent_text, plural,
                                          size_text)
from comops_fleet.check.facts import STATES, FactDifference, Split
from comops_fleet.check.judge import (BROKEN, FAMILY, KINDS, MISCONFIGURED, NOISY, SLOW, Check,
                                      Interval, NodeVerdict)
from comops_fleet.console import by_reason
from comops_fleet.run.plan import nodes_fold

SHOWN = 3  # cells of a list
# What separates the words of a fact.
LISTS = {"kernel_command_line": " ", "mitigations": "; ", "environment": "; "}
LONGEST, HASH = 60, 12  # characters of a value, and of a hash
HASHES = re.compile("[0-9a-f]{64}")


def interval_text(ci95: Interval) -> str:
    return f" [{percent_text(ci95[0])}, {percent_text(ci95[1])}]" if ci95 else ""


def cell_text(key: dict[str, Any]) -> str:
    """A cell: broadcast, MPI (library), bus, 2 ranks, 8 B."""
    path = f"{path_text(key['path'], key['protocol'])} {bracketed(key['protocol'])}"
    size = size_text(key["bytes"])
    return f"{key['pattern']}, {path}, {key['placement']}, {key['ranks']} ranks, {size}"


def value_text(value: str | float) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if HASHES.fullmatch(text):
        return text[:HASH]
    if len(text) > LONGEST:
        return f"{text[:LONGEST]}..."
    return text or "nothing"


def difference_text(difference: FactDifference) -> str:
    """A fact that differs: bios_version 2.3.9, on 131 of 132 nodes 2.4.1."""
    others = f"on {difference.alike:,} of {difference.of:,} nodes"
    if between := LISTS.get(difference.fact):
        ours, usual = str(difference.value).split(between), str(difference.usual).split(between)
        more = between.join(word for word in ours if word not in usual)
        less = between.join(word for word in usual if word not in ours)
        parts = [f"{verb} {value_text(words)}" for verb, words in (("has", more), ("lacks", less))
                 if words]
        if parts:
            return f"{difference.fact} {list_text(parts)}, unlike {others[3:]}"
    where = "usually" if STATES.search(difference.fact) else others
    return (f"{difference.fact} {value_text(difference.value)}, "
            f"{where} {value_text(difference.usual)}")


def effect_text(check: Check, odd: NodeVerdict) -> str:
    """What is odd: slower by 5.1 % [4.8 %, 5.4 %]."""
    if odd.kind == SLOW:
        return f"slower by {percent_text(odd.effect)}{interval_text(odd.ci95)}"
    if odd.kind == FAMILY:
        also = f"; also {list_text(odd.also)}" if odd.also else ""
        contrast = (1 + odd.effect) / (1 + odd.outside) - 1
        return (f"{odd.family} slower by {percent_text(odd.effect)}{interval_text(odd.ci95)}, "
                f"{percent_text(contrast)} more than its other cells{also}")
    if odd.kind == NOISY:
        return f"cells scatter by {percent_text(odd.effect)}, usually {percent_text(odd.usual)}"
    if odd.kind == BROKEN:
        cells = "; ".join(cell_text(check.sweep.cells[at]) for at in odd.cells[:SHOWN])
        more = f"; and {len(odd.cells) - SHOWN:,} more" if len(odd.cells) > SHOWN else ""
        why = f"; reason: {odd.reason}" if odd.reason else ""
        return f"{plural(len(odd.cells), 'cell')} without a result: {cells}{more}{why}"
    return "; ".join(map(difference_text, odd.differences))


def reasons_text(odd: NodeVerdict) -> str:
    """The facts that may explain a verdict that is not about facts; empty if there are none."""
    return "" if odd.kind == MISCONFIGURED else "; ".join(map(difference_text, odd.differences))


def command_again(folder: Path, plan: dict[str, Any], nodes: Sequence[str]) -> list[str]:
    """The command that measures some nodes again, into another folder."""
    named = nodes_fold(nodes)
    named = f"@{plan['partition']}&{named}" if plan.get("partition") else named
    words = ["comops", "fleet", "run", str(folder), "--nodes", named]
    words += ["--engine", str(plan["engine"])] if plan.get("engine") else []
    options = [str(option) for option in plan.get("options") or []]
    return [*words, "--", *options] if options else words


def again_text(check: Check, folder: Path, nodes: Sequence[str]) -> str:
    """The same as a line for a shell, into a folder beside the sweep's."""
    return shlex.join(command_again(Path(f"{folder}-again"), check.sweep.plan, nodes))


def total_text(check: Check) -> str:
    """A sentence that says how many nodes are odd."""
    count = len(check.sweep.nodes)
    planned = count + len(check.sweep.unmeasured)
    odd = len(check.odd)
    kinds = [f"{len({verdict.node for verdict in check.verdicts if verdict.kind == kind}):,} {kind}"
             for kind in KINDS if any(verdict.kind == kind for verdict in check.verdicts)]
    of = f"{count:,} of {planned:,}" if planned > count else f"{count:,}"
    what = f"{odd:,} {'is' if odd == 1 else 'are'} odd" if odd else "none is odd"
    text = what + (f": {list_text(kinds)}" if kinds else "")
    if check.is_noisy:
        seen = max(shift for shift in check.scores.seen if shift is not None)
        text = (f"too noisy to judge: one that is slower by less than {percent_text(seen)} would "
                f"mostly not be found; {text}")
    return f"{of} nodes measured; {text}"


def odd_names(check: Check) -> list[str]:
    return [check.sweep.nodes[node] for node in check.odd]


HEAD = ("node", "verdict", "effect", "facts", "to measure it again")
NOTES = 10  # that are shown
SCHEMA = "comops-fleet-check/1"
PAGE_SCHEMA = "comops-fleet-page/1"
DRAIN_HEAD = "# Written by comops fleet check, which drains nothing. Read it, then run it."
REASON_LONGEST = 120  # characters of a reason to drain


def stratum_lines(check: Check) -> Iterator[str]:
    for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits, strict=True):
        text = ("too few nodes to tell which one is slow" if seen is None else
                f"one that is slower by {percent_text(seen)} is found in 4 of 5 sweeps")
        yield f"{stratum.name}: {plural(len(stratum.nodes), 'node')}; {text}"
        for split in splits:
            values = [f"{value_text(value)} ({count:,})" for value, count in split.values]
            yield f"no usual value of {split.fact}: {list_text(values)}"


def nameless(node: str, reason: str) -> str:
    """The reason as of any node: the name of its file, and the name as a word, unless it has no
    digit and may be a word of the sentence."""
    word = rf"|(?<![\w.-]){re.escape(node)}(?![\w-])" if re.search(r"\d", node) else ""
    return re.sub(rf"(?<=/){re.escape(node)}(?=\.jsonl|\.log){word}", "NODE", reason)


def missing_lines(check: Check) -> list[str]:
    """The nodes without results, by reason."""
    by_why = by_reason((name, nameless(name, reason))
                       for name, reason in check.sweep.unmeasured.items())
    return [f"{nodes_fold(names)}: {reason}" for reason, names in by_why.items()]


def unjudged_lines(check: Check) -> list[str]:
    by_why = by_reason((check.sweep.nodes[node], why) for node, why in check.unjudged.items())
    return [f"{nodes_fold(names)}: {reason}" for reason, names in by_why.items()]


def note_lines(check: Check) -> Iterator[str]:
    for note in check.notes[:NOTES]:
        cell = cell_text(check.sweep.cells[note.cell])
        yield f"{check.sweep.nodes[note.node]}: {cell}: slower by {percent_text(note.effect)}"
    if len(check.notes) > NOTES:
        yield f"and {len(check.notes) - NOTES:,} more cells"


def parts(check: Check) -> Iterator[tuple[str, list[str]]]:
    """Titles and lines of the parts below the verdicts, without empty ones."""
    for title, lines in (
        ("compared within", stratum_lines(check)),
        ("speed not judged", unjudged_lines(check)),
        ("not measured", missing_lines(check)),
        ("notes: single cells, no verdict", note_lines(check)),
    ):
        if texts := list(lines):
            yield title, texts


def check_text(check: Check, folder: Path) -> str:
    lines, kind = [total_text(check)], ""
    for verdict in check.verdicts:
        if verdict.kind != kind:
            kind = verdict.kind
            lines += ["", f"{kind}: {KINDS[kind]}"]
        name, reasons = check.sweep.nodes[verdict.node], reasons_text(verdict)
        lines.append(f"  {plain(f'{name}: {effect_text(check, verdict)}')}")
        lines += [f"      {plain(text)}" for text in (reasons, again_text(check, folder, [name]))
                  if text]
    for title, listed in parts(check):
        lines += ["", title, *(f"  {plain(line)}" for line in listed)]
    return "\n".join(lines) + "\n"


def check_markdown(check: Check, folder: Path) -> str:
    lines = [f"**{markdown(total_text(check))}**", ""]
    if check.verdicts:
        lines += [markdown_row(HEAD), markdown_row(["---"] * len(HEAD))]
        for verdict in check.verdicts:
            name = check.sweep.nodes[verdict.node]
            texts = [name, verdict.kind, effect_text(check, verdict), reasons_text(verdict)]
            command = plain(again_text(check, folder, [name])).replace("|", "\\|").replace("`", "")
            lines.append(markdown_row([*map(markdown, texts), f"`{command}`"]))
        lines.append("")
    for title, listed in parts(check):
        lines += [f"{markdown(title).capitalize()}:", ""]
        lines += [f"- {markdown(line)}" for line in listed] + [""]
    return "\n".join(lines)


def check_nodeset(check: Check, folder: Path) -> str:
    """The odd nodes in one line, nothing if there are none."""
    return f"{nodes_fold(odd_names(check))}\n" if check.odd else ""


def verdict_record(check: Check, folder: Path, odd: NodeVerdict) -> dict[str, Any]:
    name = check.sweep.nodes[odd.node]
    optional = {"effect": odd.effect, "ci95": odd.ci95, "usual": odd.usual, "p": odd.p,
                "family": odd.family and str(odd.family), "outside": odd.outside, "also": odd.also,
                "cells": [check.sweep.cells[at] for at in odd.cells], "reason": odd.reason}
    return {
        "node": name,
        "verdict": odd.kind,
        **{key: value for key, value in optional.items() if value not in (None, "", [])},
        "differences": [asdict(difference) for difference in odd.differences],
        "command": again_text(check, folder, [name]),
    }


def odd_nodes(check: Check) -> dict[str, list[str]]:
    """The nodes of each kind of verdict."""
    nodes = check.sweep.nodes
    return {kind: sorted({nodes[verdict.node] for verdict in check.verdicts
                          if verdict.kind == kind}) for kind in KINDS}


def page_contents(check: Check) -> dict[str, Any]:
    """What the page of a sweep is about: extensions/fleet/comops_fleet/schemas.py."""
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
        "verdicts": [verdict_record(check, folder, verdict) for verdict in check.verdicts],
        "strata": [
            {"name": stratum.name, "nodes": len(stratum.nodes), "seen": seen,
             "splits": list(map(Split._asdict, splits))}
            for stratum, seen, splits in zip(check.strata, check.scores.seen, check.splits,
                                             strict=True)],
        "not_compared": {sweep.nodes[node]: why for node, why in check.unjudged.items()},
        "not_measured": sweep.unmeasured,
        "notes": [asdict(note) | {"node": sweep.nodes[note.node], "cell": sweep.cells[note.cell]}
                  for note in check.notes],
    })


def drain_script(check: Check) -> str:
    """A shell script, one line a node."""
    lines = ["#!/bin/sh", DRAIN_HEAD]
    for node in check.odd:
        reasons = [f"{verdict.kind}: {effect_text(check, verdict)}"
                   for verdict in check.verdicts if verdict.node == node]
        reason = plain(f"COMOPS {'; '.join(reasons)}")[:REASON_LONGEST]
        lines.append(shlex.join(["scontrol", "update", f"NodeName={check.sweep.nodes[node]}",
                                 "State=DRAIN", f"Reason={reason}"]))
    return "\n".join(lines) + "\n"
