# SPDX-License-Identifier: BSD-3-Clause
"""How long commands take here: budgets as they are; the rest by rates that were measured elsewhere,
at the speeds with which both cores run the model."""

from functools import cache
from math import prod

from comops.common.durations import duration_parse
from comops.common.sizes import sizes_listed
from comops_papers.reproduce.plan import ThisMachine, words_of
from comops_papers.items.items import Item
from comops_pstswm.command import options_parse, parts_of
from comops_pstswm.plans import serial_rate
from comops_pstswm.request import Failed

# Measured on an AMD EPYC virtual machine with two cores, 2026-11-29, each command alone.
RATE = 1.8e10  # operations a second of a core
TRIALS_S = 2.0  # of a run without a budget, most of it the workers' start
SIMULATION_S, SIMULATED_S = 0.6, 0.006  # its start, and each message size of each simulated rank
MESSAGES = 1.7  # times as long as its operations the model takes on several ranks


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
        asked = options_parse([*words, "--dry-run"])
        alone = sum(part.seconds(part.speed(core_rate())) for part in parts_of(asked))
        return alone if asked.experiment == "A" else alone * MESSAGES
    except Failed:
        return 0.0


def command_seconds(words: tuple[str, ...]) -> float:
    options = dict(zip(words, words[1:]))
    if "--budget" in options:
        return duration_parse(options["--budget"])
    if words[0] == "pstswm":
        return model_seconds(words[1:])
    elsewhere = TRIALS_S
    if words[0] == "simulate":
        sizes = len(sizes_listed(options["--sizes"])) * sum(map(int, options["--ranks"].split(",")))
        elsewhere = SIMULATION_S + SIMULATED_S * sizes * prod(
            len(options.get(name, "").split(",")) for name in ("--platform", "--protocols"))
    return elsewhere * RATE / core_rate()


def seconds(item: Item, on: ThisMachine) -> float:
    """What its commands take together."""
    return sum(map(command_seconds, words_of(item, on)))
