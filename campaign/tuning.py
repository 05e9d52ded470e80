# SPDX-License-Identifier: BSD-3-Clause
"""The tuning of each placement in which a campaign measures tuned implementations: parameters that
only trials on the machine can decide (comops/contract/tuning.h). What trials found is kept in
$XDG_CACHE_HOME/comops/tuning, a file for each machine and placement."""

import contextlib
import json
import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaign import library
from campaign.launch.places import Kept, build
from campaign.library import constant
from campaign.planning.plan import Group, Placement, Plan
from campaign.trials import trials_take
from common.console import UsageError
from common.files import user_folder
from records.campaign_schema import TUNING
from records.check import check
from records.write import ResultsError, file_open

if TYPE_CHECKING:
    from campaign.launch.paths import Path
    from campaign.launch.supervisor import Supervisor
    from campaign.planning.machine import Machine
    from campaign.reporter import Reporter

Record = dict[str, Any]
Values = dict[str, int]  # members of struct tuning
# Without trials; as tuning_fixed of comops/contract/tuning.h.
FIXED: Values = {"small_lines": 10, "prefetched_lines": 6, "both_copy_from": 0}


def tuning_record(values: Values) -> Record:
    """As results files have it."""
    return {name: value for name, value in values.items() if name != "known"}


def tuning_parse(record: Any) -> Values | None:
    """None if it is none that this program can apply."""
    if not isinstance(record, dict):
        return None
    try:
        check(TUNING["properties"]["ratios"], record.get("ratios", {}))
    except ValueError:
        return None
    most = {"small_lines": constant("TUNING_LINES_MOST"),
            "prefetched_lines": constant("TUNING_LINES_MOST"), "both_copy_from": 2**32 - 1}
    values = {}
    for name in FIXED:
        value = record.get(name)
        if type(value) is not int or not 0 <= value <= most[name]:
            return None
        values[name] = value
    return values | {"known": 1}


@dataclass
class Tuned:
    """`group`: the first one there with cells that depend on it; `source`: "fixed", "file", "kept"
    or "trial"; "": not known yet; `ratios`: of the trials."""

    placement: Placement
    group: Group
    path: "Path"
    values: Values | None = None
    source: str = ""
    ratios: Record | None = None

    def take(self, entry: Any, source: str) -> bool:
        """Accepts the values of a record if they are valid."""
        self.values = tuning_parse(entry)
        if self.values is None:
            return False
        self.source, self.ratios = source, entry.get("ratios")
        return True

    def find(self, machine: "Machine", supervisor: "Supervisor", reporter: "Reporter") -> None:
        """If it is not known yet: as an earlier campaign kept it, or by trials in the supervisor's
        workers."""
        kept = _kept(machine, self.placement)
        entries = kept.read("tuning")
        entry = entries[0] if isinstance(entries, list) and entries else None
        if self.source or self.take(entry, "kept"):
            return
        self.values, self.ratios, steady = trials_take(
            supervisor, self.group, self.path, machine.core_cache, FIXED, reporter)
        self.source = "trial"
        if steady:
            entry = tuning_record(self.values) | {"ratios": self.ratios}
            if why := kept.write("tuning", [entry]):
                reporter.detail(f"the tuning cannot be stored for later campaigns: {why}")

    def record(self) -> Record:
        record = tuning_record(self.values or FIXED) | {
            "placement": self.placement.name, "pus": list(self.placement.pus),
            "source": self.source}
        return record if self.ratios is None else record | {"ratios": self.ratios}


class Tunings:
    """One for each placement that needs it."""

    def __init__(self, plan: Plan, option: str | None = None) -> None:
        """`option` is that of --tuning: "off" takes the fixed values, another word those of a file,
        None leaves them to `find`. UsageError if the file lacks some."""
        off = option == "off"
        entries = _entries_in(option) if option and not off else None
        self.all: dict[Placement, Tuned] = {}
        for group in plan.groups:
            path = next((one.path for one in group.candidates if one.offer.protocol == "direct"),
                        None)
            if path and group.placement not in self.all:
                self.all[group.placement] = Tuned(group.placement, group, path)
        for tuned in self.all.values():
            if off or tuned.placement.oversubscribed:
                tuned.source = "fixed"
            elif option and entries is not None:
                _take_from_file(tuned, entries, option)

    def find(self, machine: "Machine", supervisor: "Supervisor", reporter: "Reporter") -> None:
        for tuned in self.all.values():
            tuned.find(machine, supervisor, reporter)

    def of(self, placement: Placement) -> Values:
        """What a command has; empty if nothing depends on it."""
        tuned = self.all.get(placement)
        return tuned.values or {} if tuned else {}

    def records(self) -> list[Record]:
        return [tuned.record() for tuned in self.all.values()]


def _entries_in(name: str) -> list[Any]:
    """The "tuning" of a results file's first record, or of a file that was kept."""
    with (contextlib.suppress(ResultsError, OSError, ValueError, AttributeError, RecursionError),
          file_open(name) as file):
        text = file.read().decode()
        entries = json.JSONDecoder().raw_decode(text.lstrip())[0].get("tuning")
        if isinstance(entries, list):
            return entries
    raise UsageError(f"--tuning: {name} has no tuning; name a results file, or `off`")


def _take_from_file(tuned: Tuned, entries: list[Any], name: str) -> None:
    placement = tuned.placement
    for entry in entries:
        if (isinstance(entry, dict) and entry.get("pus") == list(placement.pus)
                and tuned.take(entry, "file")):
            return
    raise UsageError(
        f"--tuning: {name} has no tuning for the hardware threads of placement {placement.name} "
        f"with {placement.ranks} ranks; name another file, or `off`")


def _kept(machine: "Machine", placement: Placement) -> Kept:
    """Its key is all that the trials depend on."""
    folder = user_folder("XDG_CACHE_HOME", ".cache")
    return Kept(folder and folder / "tuning", {
        "version": build()["version"], "host": platform.node(), "cpu": machine.model,
        "vectors": library.vectors(), "machine": machine.summary, "pus": list(placement.pus)})
