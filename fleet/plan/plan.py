# SPDX-License-Identifier: BSD-3-Clause
"""What a sweep measures and how: fleet.json."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from fleet.plan.folder import Folder, write_whole
from fleet.plan.nodes import nodes_fold

SCHEMA = "comops-fleet/1"


class PlanError(Exception):
    """There is no plan, or it is another one; one line says which."""


@dataclass(frozen=True)
class Plan:
    """A sweep. Only window and wait may change later."""

    created: str  # UTC
    engine: str
    partition: str | None
    nodes: tuple[str, ...]
    options: tuple[str, ...]  # of comops run
    seed: int  # of every node, so that all measure in the same order
    program: str  # SHA-256 of comops and its workers
    window: int  # jobs at a time, at most
    wait: float | None  # seconds that a job may wait for its node; None: for ever


# Field: its name in messages.
FIXED = {"nodes": "nodes", "partition": "partition", "engine": "engine", "options": "options",
         "program": "programs"}


def plan_write(folder: Folder, plan: Plan) -> None:
    """Replaces fleet.json if the plan is new."""
    text = json.dumps({"schema": SCHEMA, **asdict(plan)}, indent=1) + "\n"
    if not folder.plan.exists() or folder.plan.read_text(encoding="utf-8") != text:
        write_whole(folder.plan, text)


def plan_read(folder: Folder) -> Plan:
    try:
        found = json.loads(folder.plan.read_text(encoding="utf-8"))
        if found.pop("schema") != SCHEMA:
            raise PlanError(f"{folder.plan} is not of schema {SCHEMA}")
        return Plan(**{**found, "nodes": tuple(found["nodes"]), "options": tuple(found["options"])})
    except FileNotFoundError:
        raise PlanError(f"there is no sweep in {folder.path}: no fleet.json") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlanError(f"{folder.plan} cannot be read: {error}") from None


def _words(name: str, value: Any) -> str:
    if name == "nodes":
        return nodes_fold(value)
    if name == "options":
        return " ".join(value) or "none"
    return str(value)[:12] if name == "program" else str(value)


def plan_difference(old: Plan, new: Plan) -> str:
    """What a plan changes although it must not; empty if nothing."""
    return "; ".join(
        f"its {what} were {_words(name, getattr(old, name))}, "
        f"now {_words(name, getattr(new, name))}"
        for name, what in FIXED.items() if getattr(old, name) != getattr(new, name)
    )
