# SPDX-License-Identifier: BSD-3-Clause
"""Alerts that somebody has seen: silent until the same nodes change again."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fleet.history.alerts import Alert
from fleet.history.store import Store, StoreError, writing
from reports.command.console import write

LAST, SEEN = "alerts.json", "acknowledged.json"
NEAR = timedelta(days=3)  # more sweeps may move the date of a change
SHARE = 0.5  # of an alert's nodes

Record = Mapping[str, Any]
Known = tuple[Alert, str]  # an acknowledged alert and the reason given


def list_read(file: Path) -> list[Record]:
    """A list of records, empty without a file."""
    try:
        found = json.loads(file.read_bytes())
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise StoreError(f"{file}: cannot be read: {error}") from None
    return found if isinstance(found, list) else []


def list_write(file: Path, records: Sequence[Record]) -> None:
    write(file, (json.dumps(records, indent=1) + "\n").encode())


def alerts_save(store: Store, alerts: Sequence[Alert]) -> None:
    """Keeps the alerts for `comops history ack`, which gets an id."""
    list_write(store.folder / LAST, [one.record() for one in alerts])


def acknowledge(store: Store, name: str, why: str, when: str) -> Record:
    """Marks the alert of this id as seen; StoreError if the last check found no such alert."""
    with writing(store):
        found = [one for one in list_read(store.folder / LAST) if one.get("id") == name]
        if not found:
            raise StoreError(
                f"no alert {name}; `comops history check` lists alerts with their ids")
        seen = {key: found[0][key] for key in ("id", "since", "verdict", "nodes")}
        seen |= {"why": why, "when": when}
        list_write(store.folder / SEEN, [*list_read(store.folder / SEEN), seen])
    return seen


def seen_of(alert: Alert, seen: Sequence[Record]) -> Record | None:
    """The acknowledgement that silences an alert: same direction, same days, mostly its nodes."""
    nodes = set(alert.nodes)
    for one in reversed(seen):
        apart = abs(datetime.fromisoformat(one["since"]) - datetime.fromisoformat(alert.since))
        if (one["verdict"] == alert.verdict and apart <= NEAR
                and len(nodes.intersection(one["nodes"])) >= SHARE * len(nodes)):
            return one
    return None


def split_seen(store: Store, alerts: Sequence[Alert]) -> tuple[list[Alert], list[Known]]:
    """New alerts, and those that are acknowledged, with the reason given."""
    seen = list_read(store.folder / SEEN)
    new, known = [], []
    for alert in alerts:
        one = seen_of(alert, seen)
        if one is None:
            new.append(alert)
        else:
            known.append((alert, str(one["why"])))
    return new, known
