# SPDX-License-Identifier: BSD-3-Clause
"""The commands that would drain the odd nodes. COMOPS prints them and runs none."""

import shlex

from common.terminal import plain
from fleet.check.judge import Check
from fleet.export.phrases import effect_text

HEAD = "# Written by comops fleet check, which drains nothing. Read it, then run it."
LONGEST = 120  # characters of a reason


def drain_script(check: Check) -> str:
    """A shell script, one line a node."""
    lines = ["#!/bin/sh", HEAD]
    for node in check.odd:
        reasons = [f"{one.kind}: {effect_text(check, one)}"
                   for one in check.verdicts if one.node == node]
        reason = plain(f"COMOPS {'; '.join(reasons)}")[:LONGEST]
        lines.append(shlex.join(["scontrol", "update", f"NodeName={check.sweep.nodes[node]}",
                                 "State=DRAIN", f"Reason={reason}"]))
    return "\n".join(lines) + "\n"
