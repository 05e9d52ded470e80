# SPDX-License-Identifier: BSD-3-Clause
"""The machine as topology/ describes it: its facts, and the placements and pages that it offers."""

import os
import resource
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from comops.common.sizes import bytes_text
from comops.measure.facts import first_line
from comops.measure.launch.launchers import batch_job
from comops.measure.library import TEXT, Refusal, answer, integers, library, names, reason
from comops.results.plan import Pages
from comops.results.topology import CACHE, LEAF, Placement
from comops.results.write import text

RANKS_DEFAULT = 4  # the paper's number of processors
_FILE_LEAST = 64  # MiB, as the kernel counts the memory of the arena and of MPI libraries
_STACK_LEAST = 128  # KiB: with less, ranks die of it


def obstacle() -> str:
    """Why no worker can run in this environment; empty if one can."""
    if not os.access("/proc/self/fd", os.R_OK):
        return "/proc is not mounted; workers are found and share memory through it"
    bytes_, _ = resource.getrlimit(resource.RLIMIT_STACK)
    if bytes_ != resource.RLIM_INFINITY and bytes_ < _STACK_LEAST << 10:
        return (f"a stack may have {bytes_ >> 10} KiB only, and ranks need {_STACK_LEAST}; "
                "for more: ulimit -s 8192")
    bytes_, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if bytes_ != resource.RLIM_INFINITY and bytes_ < _FILE_LEAST << 20:
        return (f"a file may have {bytes_ >> 10} KiB only, and what the ranks share needs "
                f"{_FILE_LEAST} MiB; for more: ulimit -f unlimited")
    return ""


@dataclass(frozen=True)
class Localities:
    """`texts`: of the distances between two hardware threads, from level 1 on; `levels`: of each of
    some hardware threads to each, 0 to itself."""

    texts: list[str]
    levels: list[list[int]]


def data_caches(facts: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The caches that data go through, by their level: L1, L2."""
    caches: dict[str, list[dict[str, Any]]] = {}
    for cache in facts["caches"]:
        if CACHE.fullmatch(cache["type"]):
            caches.setdefault(cache["type"], []).append(cache)
    return caches


def summary_of(facts: dict[str, Any], model: str | None) -> str:
    """One line: "AMD EPYC 9005, 2 cores, 2 hardware threads, 1 NUMA node, L3 32 MiB"."""
    def counted(usable: int, count: int, noun: str) -> str:
        of = f"{usable} of " if usable != count else ""
        return f"{of}{count} {noun}{'' if count == 1 else 's'}"

    packages, nodes = len(facts["packages"]), len(facts["numa_nodes"])
    parts = [" ".join((model or "unknown CPU").split())]
    if packages > 1:
        parts.append(counted(packages, packages, "package"))
    parts += [counted(facts["usable_cores"], len(facts["cores"]), "core"),
              counted(facts["usable_pus"], sum(len(core["pus"]) for core in facts["cores"]),
                      "hardware thread"),
              counted(nodes, nodes, "NUMA node")]
    for level, caches in sorted(data_caches(facts).items(), reverse=True):
        sizes = sorted(Counter(cache["bytes"] for cache in caches if cache["bytes"]).items())
        if level == "L1" or not sizes:
            continue
        each = " and ".join(f"{count} of {bytes_text(size)}" for size, count in sizes)
        parts.append(f"{level} {bytes_text(sizes[0][0])}" if sum(dict(sizes).values()) == 1
                     else each.replace(" ", f" {level} ", 1))
        break
    return ", ".join(parts)


def short(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the tree, as Machine.topology has it."""
    number = "os_index" if part["type"] == LEAF else "index"
    kept = {name: part[name] for name in ("type", number, "bytes") if name in part}
    if not part["usable"]:
        kept["usable"] = False
    if part["memory"]:
        kept["memory"] = [{name: node[name] for name in ("index", "os_index", "bytes", "pus")
                           if name != "pus" or not node["pus"]} for node in part["memory"]]
    if part["children"]:
        kept["children"] = list(map(short, part["children"]))
    return kept


@dataclass
class Machine:
    """`facts`: members of `comops machine --json` (topology/machine.h)."""

    facts: dict[str, Any]
    model: str | None  # the processor's name
    summary: str  # one line
    here: bool  # the machine this runs on: only then can ranks be bound
    cores: int  # with at least one usable hardware thread
    pus: int  # usable hardware threads
    pus_all: int  # usable or not
    usable: str  # OS indices of the usable ones: "0-3,8"
    largest_cache: int  # bytes; 0: unknown
    core_cache: int  # of the largest one that the first core has for itself
    first_cache: int  # of its first-level data cache
    distances: int  # distance:1 to distance:N are available
    xml: str | None  # hwloc's, for the record
    _machine: int = field(repr=False)

    @classmethod
    def load(cls, xml: str | None = None) -> "Machine":
        """This machine, or the one in an hwloc XML file; raises Refusal."""
        why = reason()
        name = None if xml is None else xml.encode(errors="surrogateescape")
        machine = library().machine_load(name, why, TEXT)
        if not machine:
            raise Refusal(why.value.decode(errors="replace"))
        facts = answer(library().front_machine_json(machine))
        taken = {name: facts.pop(name) for name in ("model", "usable", "distances", "xml")}
        if facts["here"] and "HWLOC_XMLFILE" in os.environ:  # whatever the file says
            taken["model"] = (first_line("/proc/cpuinfo", "model name") or "").partition(": ")[2]
        summary = summary_of(facts, taken["model"])
        levels = data_caches(facts)
        first = {level: caches[0] for level, caches in levels.items()}
        own = [cache["bytes"] for cache in first.values()
               if sum(core["pus"][0] in cache["pus"] for core in facts["cores"]) <= 1]
        return cls({"summary": summary} | facts, summary=summary, here=facts["here"],
                   cores=facts["usable_cores"], pus=facts["usable_pus"],
                   pus_all=sum(len(core["pus"]) for core in facts["cores"]),
                   largest_cache=max((cache["bytes"] for caches in levels.values()
                                      for cache in caches), default=0),
                   core_cache=max(own, default=0), first_cache=first.get("L1", {}).get("bytes", 0),
                   _machine=machine, **taken)

    @property
    def topology(self) -> dict[str, Any]:
        """What a drawing of the machine needs, for the record: `tree`, `kinds` if there are
        several, `latencies` and `memory` if known. To keep it small, the tree omits the hardware
        threads of inner parts, empty lists and `usable` if true; hardware threads have only an
        `os_index`, other parts only an `index`."""
        facts = self.facts
        known = {"kinds": len(facts["kinds"]) > 1, "latencies": facts["latencies"]["nodes"],
                 "memory": facts["memory"]}
        return {name: facts[name] for name, wanted in known.items() if wanted} | {
            "tree": short(facts["tree"])}

    @property
    def ranks_default(self) -> int:
        """One per core, at least two, at most as many as in the paper."""
        return max(2, min(self.cores, RANKS_DEFAULT))

    def placement(self, name: str, ranks: int, oversubscribe: bool = False) -> Placement:
        """Never fails: a refusal has `refused`. Ranks that share a core are refused unless
        `oversubscribe`."""
        facts = answer(library().front_placement(self._machine, name.encode(), ranks,
                                                 oversubscribe))
        cores = len(self.facts["cores"])
        if "--oversubscribe" in (facts["refused"] or "") and self.cores < cores:
            facts["refused"] += f"; your affinity mask allows {self.cores} of {cores} cores"
        return Placement(**facts | {"pus": tuple(facts["pus"])})

    def pages(self, policy: str, placement: Placement) -> Pages:
        """Where the pages of the ranks of a placement lie that is not refused."""
        facts = answer(library().front_pages(self._machine, policy.encode(),
                                             placement.name.encode(), placement.ranks,
                                             placement.oversubscribed))
        return Pages(**facts | {"nodes": tuple(facts["nodes"] or ())})

    def localities(self, pus: list[int]) -> Localities:
        return Localities(**answer(library().front_localities(self._machine, integers(pus),
                                                              len(pus))))

    def placement_names(self, asked: list[str] | None) -> list[str]:
        """The placements asked for, in that order, with `all` expanded to each distance of the
        machine too; the default ones if `asked` is None."""
        if asked is None:
            return names()["default"]
        every = [*names()["all"], *(f"distance:{level}" for level in range(1, self.distances + 1))]
        return [name for word in asked for name in (every if word == "all" else [word])]


def batch_record(machine: Machine) -> dict[str, Any] | None:
    """The batch system of this job, and the resources that it allows; None outside a job."""
    job = batch_job()
    if not job:
        return None
    system, number = job
    return {"system": system, "job": text(number), "cpuset": machine.usable,
            "hardware_threads": machine.pus, "of": machine.pus_all}


def batch_note(machine: Machine) -> str | None:
    """The same in words, with the option that would allow the whole node."""
    record = batch_record(machine)
    if not record:
        return None
    advice = ""
    if machine.pus < machine.pus_all and record["system"] == "Slurm":
        advice = f"; for all: srun -N1 --exclusive -c {machine.pus_all}"
    return ("job {job} of {system} may use {hardware_threads} of {of} hardware threads: {cpuset}"
            "{advice}".format(**record, advice=advice))
