# SPDX-License-Identifier: BSD-3-Clause
"""The first record of a results file: what was asked, the machine, and what ran on it."""

from typing import Annotated, NamedTuple

from comops.results.cell import Ranks
from comops.results.cell_parts import FORMULA, formula_valid
from comops.results.declared import (Bytes, Count, Declared, Some, Time, has, inline, may,
                                     record)
from comops.results.findings import Positive, RatioInterval
from comops.results.topology import PLACEMENT, TOPOLOGY, Placement
from comops.results.types import (COUNT, TEXT, Json, exactly, list_of, number, object_of, or_null,
                                  words)

SCHEMA = "comops/1"
MAYBE_TEXT, MAYBE_NUMBER = or_null(TEXT), or_null(number(""))

FACTS = object_of({
    "node_name host_name partition":
        (MAYBE_TEXT, "SLURMD_NODENAME, else the host name; the host name; Slurm's partition"),
    "bios_vendor bios_version bios_date board microcode": (MAYBE_TEXT, "firmware"),
    "kernel_release kernel_build kernel_command_line mitigations clock_source":
        (MAYBE_TEXT, "`mitigations` has `name: state`, joined by `; `"),
    "governor frequency_driver smt": (MAYBE_TEXT, "settings of the cores"),
    "frequency_most_khz boost turbo_off": (MAYBE_NUMBER, "settings of the cores"),
    "transparent_hugepages": (MAYBE_TEXT, "the chosen word"),
    "huge_pages numa_balancing": (MAYBE_NUMBER, "settings of the memory"),
    "memory_bytes": (MAYBE_NUMBER, "of the machine, counted in the kernel's memory blocks, because "
                     "MemTotal excludes memory reserved by firmware and kernel"),
    "memory_layout": (MAYBE_TEXT, "of each NUMA node: `0:17179869184 1:17179869184`"),
    "openmp_library_sha256 mpi_library_sha256":
        (MAYBE_TEXT, "of the files that rank 0 of `threads` and `mpi` has loaded"),
    "temperature_max": (MAYBE_NUMBER, "degrees Celsius at the start, of the processors' sensors"),
    "throttle_count": (MAYBE_NUMBER, "of the core that was throttled most often since boot"),
})

LINES = "of the longest message that travels in cache lines"
BOTH = "from which one rank does not copy alone; 0: it always does"


@record()
class TunedValues(Declared):
    lines: Count = has(LINES)
    both_copy_from: Bytes = has(BOTH)


@record()
class Trial(Declared):
    parameter: str = has()
    step: Count = has("the parameter's value by which just these messages still take its way")
    ratio: Positive | None = has("of the time with this value to that with 0, the geometric mean "
                                 "of the patterns; null, like its interval, if it is unknown")
    ci95: RatioInterval | None = has()
    launches: Count = has("undisturbed ones")
    patterns: dict[str, Positive] = has("the ratio of each")


@record()
class TuningRecord(Declared):
    placement: str = has()
    pus: list[Count] = has("the hardware threads")
    lines: Count = has(LINES)
    both_copy_from: Bytes = has(BOTH)
    source: Annotated[str, words("trial", "kept", "file", "fixed")] = has("`fixed`: the default")
    found: Time | None = may("UTC; when the trials of these values were made")
    trials: list[Trial] | None = may("what they showed")
    check: list[Trial] | None = may("the same of this campaign, of values that were kept or are a "
                                    "file's, where they differ from the default")
    refuted: list[str] | None = may("the parameters whose values gain nothing by this check")
    dropped: TunedValues | None = may("the kept values that a check refuted before the trials")


class DeclaredCosts(NamedTuple):
    """Formulas for copies, cache lines and waits; None: inside the runtime, or not declared."""

    copies: str | None = None
    lines: str | None = None
    waits: str | None = None


COSTS = {" ".join(DeclaredCosts._fields): or_null(TEXT | {"pattern": f"^{FORMULA.pattern}$"})}


@record()
class ImplementationRecord(Declared):
    path: str = has()
    protocol: str = has()
    pattern: str = has()
    summary: str = has()
    costs: DeclaredCosts = inline(COSTS, lambda values: DeclaredCosts(*(
        values[name] if formula_valid(values[name]) else None for name in DeclaredCosts._fields)))


PARAMETER = object_of({"name unit source": TEXT, "value": number("")})
MACHINE = object_of({"protocol? protocol_source?": TEXT, "notes?": list_of(TEXT)},
                    additionalProperties=True)
MODEL = object_of({"xml": (TEXT, "SimGrid's platform file"),
                   "options": (list_of(TEXT), "of SimGrid, in addition to the common ones")})


@record(together=[("simgrid", "hosts", "models")])
class PlatformRecord(Declared):
    name: str = has()
    description: str = has()
    parameters: list[Annotated[Json, PARAMETER]] = has()
    machine: Annotated[Json, MACHINE] = may("if memory is simulated: as its engine reads it", dict)
    simgrid: str | None = may("if messages are simulated: its version")
    hosts: list[str] | None = may("the host of each possible rank")
    models: dict[str, Annotated[Json, MODEL]] | None = may()


@record()
class CounterRequest(Declared):
    group: str = has()
    reason: str | None = has()


Preset = Annotated[Json, object_of({"name file": TEXT})]
Clock = Annotated[Json, object_of({"step_ns cost_ns": number("ns")})]
Quota = Annotated[Json, object_of({"file": TEXT, "cores": number("", minimum=0)})]
Launcher = Annotated[Json, object_of({"command": list_of(TEXT), "version": TEXT})]
Batch = Annotated[Json, object_of({"system job cpuset": TEXT, "hardware_threads of": COUNT})]


@record("campaign", [("simulated", "platforms")])
class CampaignRecord(Declared):
    schema: Annotated[str, exactly(SCHEMA)] = has()
    version: str = has("of comops")
    command: Annotated[list[str], list_of(TEXT, minItems=2)] = has(
        "as typed, bytes that are not UTF-8 as `\\xff`, with the options of a preset in place of "
        "`--preset`")
    preset: Preset | None = may(
        "only with `--preset`: its `name`, and the `file` that has it")
    reproduces: Annotated[list[str], list_of(TEXT, minItems=1)] = may(
        "only of `comops reproduce`: the papers' tables and figures that it measures, "
        "`luo:figure-3`", ())
    seed: Count = has("of the random order")
    started: Time = has("UTC")
    method: Annotated[str, TEXT | {"pattern": "^[a-z]+$"}] | None = may(
        "as requested, like the next two; a simulation has none")
    precision: Positive = may("half the width of an interval over its value", 0.0)
    launches: Some | None = may("the minimum number per table")
    host: str = has()
    kernel: str = has()
    cpu: str | None = has()
    machine: str = has("hwloc's summary; of a simulation the descriptions of its machines")
    governor: str | None = has("as the kernel reports them, otherwise null")
    transparent_hugepages: str | None = has("as the kernel reports them, otherwise null")
    numa_balancing: str | None = has("as the kernel reports them, otherwise null")
    facts: Annotated[Json, FACTS] = may(
        "properties that may differ between two nodes of one kind ([below](#facts)); a simulation "
        "has none", dict)
    topology_xml: str = has("hwloc's XML; `comops machine --xml` loads it. Empty of a simulation, "
                            "unless the first machine was made from one")
    topology: Annotated[Json, TOPOLOGY] | None = may(
        "the data of a drawing: `tree`; `kinds` of cores if there are several; `latencies`, "
        "`memory` if hwloc knows them. As in `comops machine --json`, but with an abbreviated "
        "tree: objects have no `pus` (the leaves, hardware threads, have an `os_index`, other "
        "objects an `index`), nothing is empty, `usable` only if false")
    placements: Annotated[list[Placement], list_of(PLACEMENT)] = may(
        "the measured placements: `name`, `meaning`, `ranks`, `pus` (of each rank), `where`, "
        "`oversubscribed`", ())
    implementations: list[ImplementationRecord] = has(
        "what was measured: `path`, `protocol`, `pattern`, `summary`, and the declared costs "
        "`copies`, `lines`, `waits` as formulas in the number of ranks P, null if the cost is "
        "inside the runtime or has no such formula")
    compiler: str = has("of this build")
    flags: str = has("of this build")
    vectors: Annotated[str, words("baseline", "avx2", "avx512")] | None = may(
        "the instructions of the code that reads and reduces data: the widest that the processor "
        "has")
    clock: Clock = has(
        "`step_ns`: every difference between readings is a multiple of it; `cost_ns` of a reading")
    runtimes: dict[str, str] = has(
        "path -> what its runtime reports about itself (MPI_Get_library_version; the OpenMP "
        "library that was loaded, with the newest interface that it defines, such as `GOMP_5.1`: "
        "the file is called libgomp.so.1.0.0 in every release of GCC)")
    environment: dict[str, str] | None = may(
        "the user's variables that can change a runtime, name -> value (MPIR_CVAR_*, OMP_*, "
        "LD_PRELOAD and others); a simulation has none")
    loaded: dict[str, dict[str, str]] = may(
        "path -> library -> SHA-256 of the file that rank 0 loaded: OpenMP, MPI, OpenSHMEM, what "
        "transports their messages, and what was preloaded", dict)
    shared_ranks: dict[str, Ranks] = may(
        "path -> between how many ranks the library says that they share memory "
        "(MPI_Comm_split_type), and of how many", dict)
    quota: Quota | None = may(
        "the strictest quota on processor time, if there is one: the `file` that sets it, and how "
        "many `cores` it allows")
    missing: dict[str, str] = may("path -> why none of its cells are here, although it was asked "
                                  "for or is installed", dict)
    launchers: dict[str, Launcher] = has("path -> `command`, `version`")
    tuning: list[TuningRecord] = may(
        "the processor-dependent parameters of `direct` ([below](#tuning))", ())
    batch: Batch | None = may(
        "only in a job of a batch system: `system`, `job`, `cpuset` (OS indices of the hardware "
        "threads that it may use, `0-3,8`), `hardware_threads`, how many these are, `of` the "
        "machine's")
    counters: CounterRequest | None = may(
        "only with `--counters`: `group`, and `reason`, why there are none, or null")
    simulated: Annotated[bool, exactly(True)] = may("only of `comops simulate`", False)
    platforms: Annotated[list[PlatformRecord], list_of(PlatformRecord.SCHEMA, minItems=1)] = may(
        "the simulated machines, each a placement: `name`, `description`, `parameters` (`name`, "
        "`value`, `unit`, `source`) and, if its memory is simulated, the whole `machine` as the "
        "engine reads it, with `protocol`, `protocol_source` and `notes` on its matrix; if its "
        "messages are, `simgrid` (version), `hosts` (the host of each possible rank) and `models` "
        "(`two-sided`, `one-sided` -> SimGrid's `xml`, `options`)", ())

    @property
    def identity(self) -> tuple[str, str, int]:
        """Another campaign differs in one of these."""
        return self.host, self.started, self.seed
