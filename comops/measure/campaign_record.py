# SPDX-License-Identifier: BSD-3-Clause
"""The first record of a results file: the request, the machine, the build, all that is known before
the workers are started; and how a campaign goes on from it."""

import contextlib
import os
import platform
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from comops.common.console import UsageError
from comops.common.files import build
from comops.measure import library
from comops.measure.cell_record import time_text
from comops.measure.environment import environment_read
from comops.measure.facts import first_line, libraries_loaded
from comops.measure.launch.paths import lost_paths
from comops.measure.planning.options import Options, options_parse_recorded
from comops.results.plan import Path, Plan
from comops.results.read import campaign_written
from comops.results.schema import SCHEMA
from comops.results.topology import placement_record
from comops.results.write import ResultsError, ResultsFile, text, text_undo
from comops.statistics.comparing.differences import UNSET, variables_of

if TYPE_CHECKING:
    from comops.measure.launch.supervisor import Supervisor
    from comops.measure.planning.machine import Machine

Record = dict[str, Any]
Loaded = dict[str, dict[str, str]]


def implementations_of(plan: Plan, paths: "Sequence[Path]") -> list[Record]:
    """The measured implementations, in the order in which the paths offer them; costs are None
    where an implementation declares none."""
    measured = {id(candidate.offer) for group in plan.groups for candidate in group.candidates}
    return [{"path": path.label, "protocol": offer.protocol, "pattern": offer.pattern,
             "summary": offer.summary, "copies": offer.copies, "lines": offer.lines,
             "waits": offer.waits}
            for path in paths for offer in path.offers if id(offer) in measured]


def campaign_record(options: "Options", machine: "Machine", clock: tuple[float, float], plan: Plan,
                    paths: "Sequence[Path]") -> Record:
    """`clock`: its step and the cost of a reading, ns."""
    system, built = os.uname(), build()
    record: Record = {"record": "campaign", "schema": SCHEMA,
                      "command": list(map(text, options.command))}
    if options.preset:
        record["preset"] = {"name": text(options.preset), "file": text(options.settings or "")}
    if lost := lost_paths(paths, options.paths):
        record["missing"] = {label: text(why) for label, why in lost.items()}
    return record | {
        "seed": options.seed, "method": options.method.name, "precision": options.precision,
        "launches": options.launches, "started": time_text(time.time()), "host": system.nodename,
        "kernel": f"{system.sysname} {system.release} {system.machine}", "cpu": machine.model,
        "governor": first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "transparent_hugepages": first_line("/sys/kernel/mm/transparent_hugepage/enabled"),
        "numa_balancing": first_line("/proc/sys/kernel/numa_balancing"),
        "machine": machine.summary, "topology_xml": machine.xml or "",
        "compiler": built["compiler"], "flags": built["flags"], "version": built["version"],
        "clock": dict(zip(("step_ns", "cost_ns"), clock, strict=True)),
        "topology": machine.topology, "placements": list(map(placement_record, plan.placements)),
        "implementations": implementations_of(plan, paths),
        "launchers": {path.label: {"command": list(map(text, path.launcher or ())),
                                   "version": text(path.launcher_version)}
                      for path in paths if path.launcher_version},
        "vectors": library.vectors(), "environment": environment_read(),
    }


def resume_campaign(options: Options, machine: "Machine") -> tuple[Options, ResultsFile, set[str]]:
    """Opens the file of options.resume: the options of its campaign, the file, the keys of its
    valid cells. UsageError for a damaged or foreign file, another machine, or further options."""
    own_words = 3 if "=" in options.command[2] else 4  # comops run --resume FILE
    if options.preset or len(options.command) > own_words:
        raise UsageError("--resume uses the campaign's own options; give it alone")
    assert options.resume
    try:
        results, record, done = ResultsFile.resume(options.resume)
    except ResultsError as error:
        raise UsageError(str(error)) from None
    try:
        then, host = record.get("machine"), record.get("host")
        if (then, host) != (machine.summary, platform.node()):
            raise UsageError(f"this campaign belongs to {host or 'another host'} "
                             f"({then or 'unknown machine'}); resume it there")
        _check_environment(record)
        recorded = _command_of(record)
    except UsageError:
        results.close()
        raise
    recorded.tuning = results.name  # as its earlier cells were tuned
    return recorded, results, done


def _check_environment(record: Record) -> None:
    """UsageError with the variables that differ from those of the campaign."""
    if (then := record.get("environment")) is None:
        return
    then, now = variables_of(then), variables_of(environment_read())
    if then != now:
        said = "; ".join(f"{name} was {then.get(name, UNSET)}, is {now.get(name, UNSET)}"
                         for name in sorted({*then, *now}) if then.get(name) != now.get(name))
        raise UsageError(f"this campaign was measured in another environment ({said}); resume it "
                         "in the same one")


def libraries_of(plan: Plan, supervisor: "Supervisor") -> Loaded:
    """By path, the libraries that its workers have loaded (facts.libraries_loaded)."""
    loaded: Loaded = {}
    for group in plan.groups:
        for path in (candidate.path for candidate in group.candidates):
            if path.label not in loaded and not path.missing:
                worker = supervisor.worker(path, group.ranks, group.placement.oversubscribed)
                loaded[path.label] = libraries_loaded(worker.pid)
    return loaded


def check_loaded(results: ResultsFile, loaded: Loaded) -> None:
    """UsageError with the libraries that are not those of the campaign's earlier part."""
    with contextlib.suppress(ResultsError):  # nothing was measured
        before = campaign_written(results).record.loaded
        others = [f"{path}: {name}" for path in before.keys() & loaded.keys()
                  for name in sorted(before[path].keys() | loaded[path].keys())
                  if before[path].get(name) != loaded[path].get(name)]
        if others:
            raise UsageError("this campaign was measured with other libraries "
                             f"({', '.join(sorted(others))}); resume it with the same ones")


def _command_of(record: dict[str, Any]) -> Options:
    """The options of the campaign's own command line."""
    words = record.get("command")
    if not isinstance(words, list) or len(words) < 2:
        raise UsageError("the file has no command line to resume")
    try:
        options = options_parse_recorded([text_undo(str(word)) for word in words[2:]])
    except UsageError as error:
        raise UsageError(f"the command line in the file cannot be resumed: {error}") from None
    if options.against:
        raise UsageError("a comparison by --against takes a minute: measure it again")
    seed = record.get("seed")
    options.seed = seed if isinstance(seed, int) else 0
    return options
