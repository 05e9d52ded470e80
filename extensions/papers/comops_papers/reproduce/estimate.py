# SPDX-License-Identifier: BSD-3-Clause
"""How long commands take here: budgets as they are; the model by its operations, and the rest by
what it took on another core, at the rates at which both cores run the model."""

from functools import cache

from comops.common.durations import duration_parse
from comops_papers.reproduce.plan import QUICK, ThisMachine, words_of
from comops_papers.items.items import Item
from comops_pstswm.command import options_parse, parts_of
from comops_pstswm.plans import serial_rate
from comops_pstswm.request import Failed

RATE = 1.8e10  # operations a second of the core that took Item.seconds (AMD EPYC, 2026-11-29)


@cache
def core_rate() -> float:
    """Measured, in operations a second; RATE if the model cannot run."""
    try:
        return serial_rate()
    except Failed:
        return RATE


@cache
def model_seconds(words: tuple[str, ...]) -> float:
    """What `comops pstswm` with these words takes; 0 if it cannot run."""
    try:
        parts = parts_of(options_parse([*words, "--dry-run"]))
        return sum(part.seconds(part.speed(core_rate())) for part in parts)
    except Failed:
        return 0.0


def seconds(item: Item, on: ThisMachine) -> float:
    """What its commands take together."""
    every = words_of(item, on)
    budgets = sum(duration_parse(words[words.index("--budget") + 1])
                  for words in every if "--budget" in words)
    model = sum(model_seconds(words[1:]) for words in every if words[0] == "pstswm")
    rest = item.seconds * RATE / core_rate() / (QUICK if on.quick else 1)
    return budgets + model + rest
