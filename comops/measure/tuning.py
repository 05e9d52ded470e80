# SPDX-License-Identifier: BSD-3-Clause
"""The tuning of each placement in which a campaign measures tuned implementations: parameters that
only trials on the machine can decide (comops/ranks/contract/tuning.h). What trials found is kept in
$XDG_CACHE_HOME/comops/tuning, a file for each machine and placement, and each campaign that uses it
checks it."""

import contextlib
import json
import platform
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from comops.common.console import UsageError
from comops.common.files import build, user_folder
from comops.measure import library
from comops.measure.cell_record import time_text
from comops.measure.launch.places import Kept
from comops.measure.library import constant
from comops.measure.trials import Scene, trials_take
from comops.results.campaign import Trial, TuningRecord
from comops.results.check import check
from comops.results.plan import Group, Path, Plan
from comops.results.topology import Placement
from comops.results.write import ResultsError, file_open
from comops.statistics.decisions import gain_refuted, steps_chosen

if TYPE_CHECKING:
    from comops.measure.launch.supervisor import Supervisor
    from comops.measure.planning.machine import Machine
    from comops.measure.reporter import Reporter

Record = dict[str, Any]
Values = dict[str, int]  # members of struct tuning
_LONGEST = 8 << 20  # bytes: a trial of longer messages would take too long
_FOUND = "found", "trials"  # of the values of a record


@dataclass(frozen=True)
class TunedParameter:
    """It says which messages take a way: with the first of `steps` the fewest, with 0 none.
    `unit`: bytes of the messages at a step, times the step."""

    patterns: tuple[str, ...]
    steps: tuple[int, ...]
    default: int
    most: int
    unit: int = 1

    def takes(self, value: int, step: int) -> bool:
        """Whether messages at this step take the way, with such a value."""
        ascending = self.steps[0] < self.steps[-1]
        return step <= value if ascending else 0 < value <= step


def parameters(core_cache: int) -> dict[str, TunedParameter]:
    """By name. `core_cache`: bytes of the largest cache of one core alone, 0 if unknown: then no
    message is copied by both."""
    most = constant("TUNING_LINES_MOST")
    both = tuple(core_cache * halves // 2 for halves in (32, 8, 2, 1))
    return {
        "lines": TunedParameter(("pingpong", "broadcast", "gather"),
                                (most // 8, most // 4, most // 2, most), most // 4, most,
                                constant("TUNING_PAYLOAD")),
        "both_copy_from": TunedParameter(("pingpong", "gather"), both, both[-1], 2**32 - 1)}


def tuning_parse(record: Any, core_cache: int) -> Values | None:
    """None if it is none that this program can apply."""
    if not isinstance(record, dict):
        return None
    try:
        for name in {*_FOUND} & record.keys():
            check(TuningRecord.SCHEMA["properties"][name], record[name])
    except ValueError:
        return None
    values = {"known": 1}
    for name, parameter in parameters(core_cache).items():
        value = record.get(name)
        if type(value) is not int or not 0 <= value <= parameter.most:
            return None
        values[name] = value
    return values


@dataclass
class Tuned:
    """`group`: the first one there with cells that depend on it; `source`: "fixed", "file", "kept"
    or "trial"; "": not known yet; `more`: further members of its record."""

    placement: Placement
    group: Group
    path: Path
    core_cache: int
    source: str = ""
    more: Record = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parameters = parameters(self.core_cache)
        self.default = {name: parameter.default for name, parameter in self.parameters.items()}
        self.values = self.default | {"known": 1}

    def take(self, entry: Any, source: str) -> bool:
        """Accepts the values of a record if they are valid."""
        values = tuning_parse(entry, self.core_cache)
        if values:
            self.values, self.source = values, source
            self.more = {name: entry[name] for name in _FOUND if name in entry}
        return bool(values)

    def find(self, machine: "Machine", supervisor: "Supervisor", reporter: "Reporter") -> None:
        """If it is not known yet: as an earlier campaign kept it, or by trials in the supervisor's
        workers. What was kept, or is of a file, is checked; if it is kept and refuted, there are
        new trials."""
        kept = _kept(machine, self.placement)
        entries = kept.read("tuning")
        if not self.source and isinstance(entries, list) and entries:
            self.take(entries[0], "kept")
        dropped: Record = {}
        if self.source in ("kept", "file"):
            refuted = self._check(supervisor)
            if not refuted or self.source == "file":
                return
            dropped = {"dropped": {name: self.values[name] for name in self.default}}
            reporter.note(f"the tuning kept for {self.placement.name} gains nothing now "
                          f"({', '.join(refuted)}): new trials")
        if self.source != "fixed":
            self._try(supervisor, kept, reporter)
            self.more |= dropped

    def scenes(self, differing: bool = False) -> list[Scene]:
        """All, or those whose messages take another way than by default."""
        return [Scene(name, step, pattern,
                      step * parameter.unit // (self.placement.ranks if pattern == "gather" else 1))
                for name, parameter in self.parameters.items() for step in parameter.steps
                if 0 < step * parameter.unit <= _LONGEST and not (differing and parameter.takes(
                    self.values[name], step) == parameter.takes(parameter.default, step))
                for pattern in parameter.patterns]

    def _check(self, supervisor: "Supervisor") -> list[str]:
        """The parameters whose values gain nothing over the default."""
        scenes = self.scenes(differing=True)
        if not scenes:
            return []
        trials = trials_take(supervisor, self.group, self.path, scenes)
        refuted = sorted({trial.parameter for trial in trials if gain_refuted(
            trial.ci95, self.parameters[trial.parameter].takes(
                self.values[trial.parameter], trial.step))})
        self.more |= {"check": list(map(vars, trials)), "refuted": refuted}
        return refuted

    def _try(self, supervisor: "Supervisor", kept: Kept, reporter: "Reporter") -> None:
        begin = time.monotonic()
        self.decide(trials := trials_take(supervisor, self.group, self.path, self.scenes()))
        self.more["found"] = time_text(time.time())
        reporter.detail(f"trials took {(time.monotonic() - begin) * 1e3:.0f} ms")
        if all(trial.ci95 for trial in trials) and (why := kept.write("tuning", [self.record()])):
            reporter.detail(f"the tuning cannot be stored for later campaigns: {why}")

    def decide(self, trials: list[Trial]) -> None:
        """Takes the default, unless the trials say otherwise."""
        for name, parameter in self.parameters.items():
            known = {trial.step: trial.ci95 for trial in trials if trial.parameter == name}
            count = steps_chosen([known.get(step) for step in parameter.steps],
                                 parameter.steps.index(parameter.default) + 1)
            self.values[name] = parameter.steps[count - 1] if count else 0
        self.source, self.more = "trial", {"trials": list(map(vars, trials))}

    def record(self) -> Record:
        return {name: self.values[name] for name in self.default} | self.more | {
            "placement": self.placement.name, "pus": list(self.placement.pus),
            "source": self.source}


class Tunings:
    """One for each placement that needs it."""

    def __init__(self, plan: Plan, option: str | None = None, core_cache: int = 0) -> None:
        """`option` is that of --tuning: "off" takes the default, another word the values of a file,
        None leaves them to `find`. UsageError if the file lacks some."""
        off = option == "off"
        entries = _entries_in(option) if option and not off else None
        self.all: dict[Placement, Tuned] = {}
        for group in plan.groups:
            paths = [candidate.path for candidate in group.candidates
                     if candidate.offer.protocol == "direct"]
            if paths and group.placement not in self.all:  # a launcher would take long
                path = min(paths, key=lambda path: bool(path.launcher))
                self.all[group.placement] = Tuned(group.placement, group, path, core_cache)
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
        return tuned.values if tuned else {}

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
    return Kept(user_folder("XDG_CACHE_HOME", ".cache", "tuning"), {
        "version": build()["version"], "host": platform.node(), "cpu": machine.model,
        "vectors": library.vectors(), "machine": machine.summary, "pus": list(placement.pus)})
