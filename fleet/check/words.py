# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts in words, for the terminal and the page."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fleet.check.facts import STATES, Difference
from fleet.check.judge import (
    BROKEN, FAMILY, KINDS, MISCONFIGURED, NOISY, SLOW, Check, Interval, Verdict)
from fleet.run.plan import nodes_fold
from reports.words.formats import bracketed, list_text, path_text, plural, size_text

SHOWN = 3  # cells of a list
LISTS = {"kernel_command_line": " ", "mitigations": "; "}  # what separates the words of a fact
LONGEST, HASH = 60, 12  # characters of a value, and of a hash
HASHES = re.compile("[0-9a-f]{64}")


def percent(share: float) -> str:
    """A share as percent, with one digit below 10: 5.1 %, 48 %."""
    value = 100 * share
    return f"{value:.{1 if abs(value) < 9.95 else 0}f} %"


def interval_text(ci95: Interval) -> str:
    return f" [{percent(ci95[0])}, {percent(ci95[1])}]" if ci95 else ""


def cell_text(key: dict[str, Any]) -> str:
    """A cell: broadcast, MPI (library), bus, 2 ranks, 8 B."""
    path = f"{path_text(key['path'])} {bracketed(key['protocol'])}"
    size = size_text(key["bytes"])
    return f"{key['pattern']}, {path}, {key['placement']}, {key['ranks']} ranks, {size}"


def value_text(value: str | float) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if HASHES.fullmatch(text):
        return text[:HASH]
    if len(text) > LONGEST:
        return f"{text[:LONGEST]}..."
    return text or "nothing"


def difference_text(one: Difference) -> str:
    """A fact that differs: bios_version 2.3.9, on 131 of 132 nodes 2.4.1."""
    others = f"on {one.alike:,} of {one.of:,} nodes"
    if between := LISTS.get(one.fact):
        ours, usual = str(one.value).split(between), str(one.usual).split(between)
        more = between.join(word for word in ours if word not in usual)
        less = between.join(word for word in usual if word not in ours)
        parts = [f"{verb} {value_text(words)}" for verb, words in (("has", more), ("lacks", less))
                 if words]
        if parts:
            return f"{one.fact} {list_text(parts)}, unlike {others[3:]}"
    where = "usually" if STATES.search(one.fact) else others
    return f"{one.fact} {value_text(one.value)}, {where} {value_text(one.usual)}"


def effect_text(check: Check, one: Verdict) -> str:
    """What is odd: slower by 5.1 % [4.8 %, 5.4 %]."""
    if one.kind == SLOW:
        return f"slower by {percent(one.effect)}{interval_text(one.ci95)}"
    if one.kind == FAMILY:
        also = f"; also {list_text(one.also)}" if one.also else ""
        contrast = (1 + one.effect) / (1 + one.outside) - 1
        return (f"{one.family} slower by {percent(one.effect)}{interval_text(one.ci95)}, "
                f"{percent(contrast)} more than its other cells{also}")
    if one.kind == NOISY:
        return f"cells scatter by {percent(one.effect)}, usually {percent(one.usual)}"
    if one.kind == BROKEN:
        some = "; ".join(cell_text(check.sweep.cells[at]) for at in one.cells[:SHOWN])
        more = f"; and {len(one.cells) - SHOWN:,} more" if len(one.cells) > SHOWN else ""
        why = f"; reason: {one.reason}" if one.reason else ""
        return f"{plural(len(one.cells), 'cell')} without a result: {some}{more}{why}"
    return "; ".join(map(difference_text, one.differences))


def reasons_text(one: Verdict) -> str:
    """The facts that may explain a verdict that is not about facts; empty if there are none."""
    return "" if one.kind == MISCONFIGURED else "; ".join(map(difference_text, one.differences))


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
    kinds = [f"{len({one.node for one in check.verdicts if one.kind == kind}):,} {kind}"
             for kind in KINDS if any(one.kind == kind for one in check.verdicts)]
    of = f"{count:,} of {planned:,}" if planned > count else f"{count:,}"
    what = f"{odd:,} {'is' if odd == 1 else 'are'} odd" if odd else "none is odd"
    found = what + (f": {list_text(kinds)}" if kinds else "")
    if check.is_noisy:
        seen = max(one for one in check.scores.seen if one is not None)
        found = (f"too noisy to judge: one that is slower by less than {percent(seen)} would "
                 f"mostly not be found; {found}")
    return f"{of} nodes measured; {found}"


def seen_text(seen: float | None) -> str:
    if seen is None:
        return "too few nodes to tell which one is slow"
    return f"one that is slower by {percent(seen)} is found in 4 of 5 sweeps"


def odd_names(check: Check) -> list[str]:
    return [check.sweep.nodes[node] for node in check.odd]
