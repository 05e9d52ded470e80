# SPDX-License-Identifier: BSD-3-Clause
"""The first record of a results file: what was asked, the machine, and what ran on it."""

from comops.results.cell_parts import FORMULA
from comops.results.types import (COUNT, FLAG, TEXT, TIME, Members, exactly, interval_of, list_of,
                                  map_of, number, object_of, objects, or_null, reference, whole,
                                  words)

SCHEMA = "comops/1"
MAYBE_TEXT, MAYBE_NUMBER = or_null(TEXT), or_null(number(""))
SOME = whole(least=1)
DECLARED = or_null(TEXT | {"pattern": f"^{FORMULA.pattern}$"})

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

PARAMETERS: Members = {
    "lines": (COUNT, "of the longest message that travels in cache lines"),
    "both_copy_from": (whole("bytes"), "from which one rank does not copy alone; 0: it always "
                       "does"),
}
TRIALS = objects({
    "parameter": (TEXT, ""),
    "step": (COUNT, "the parameter's value by which just these messages still take its way"),
    "ratio": (or_null(number("", exclusiveMinimum=0)), "of the time with this value to that with "
              "0, the geometric mean of the patterns; null, like its interval, if it is unknown"),
    "ci95": (or_null(interval_of(number("", exclusiveMinimum=0))), ""),
    "launches": (COUNT, "undisturbed ones"),
    "patterns": (map_of(number("", exclusiveMinimum=0)), "the ratio of each"),
})
TUNING = object_of({
    "placement": (TEXT, ""),
    "pus": (list_of(COUNT), "the hardware threads"),
    **PARAMETERS,
    "source": (words("trial", "kept", "file", "fixed"), "`fixed`: the default"),
    "found?": (TIME, "UTC; when the trials of these values were made"),
    "trials?": (TRIALS, "what they showed"),
    "check?": (TRIALS, "the same of this campaign, of values that were kept or are a file's, where "
               "they differ from the default"),
    "refuted?": (list_of(TEXT), "the parameters whose values gain nothing by this check"),
    "dropped?": (object_of(PARAMETERS), "the kept values that a check refuted before the trials"),
})

# An object of the machine; the innermost are hardware threads.
PART = object_of({
    "type": (TEXT, ""),
    "index?": (COUNT, "of what is no hardware thread"),
    "os_index?": (COUNT, "of a hardware thread"),
    "bytes?": (whole("bytes"), ""),
    "usable?": (FLAG, "true if absent"),
    "memory?": objects({
        "index": COUNT, "os_index?": COUNT, "bytes?": whole("bytes"),
        "pus?": (list_of(COUNT), "empty of memory that belongs to no core")}),
    "children?": (list_of(reference("part")), ""),
})

TOPOLOGY = object_of({
    "tree": (reference("part"), ""),
    "kinds?": objects({"speed": (COUNT, "higher is faster"), "pus": list_of(COUNT),
                       "type?": MAYBE_TEXT,
                       "MHz?": (list_of(COUNT), "the least and the most of its cores' maxima")}),
    "latencies?": object_of({"nodes": list_of(COUNT), "values": list_of(list_of(COUNT))}),
    "memory?": (objects({"node value": COUNT, "attribute unit": TEXT, "from_pus": list_of(COUNT)}),
                "bandwidth or latency as seen from hardware threads"),
})

PLACEMENT = object_of({
    "name": (TEXT, ""), "meaning?": (MAYBE_TEXT, ""), "ranks": (SOME, ""),
    "pus": (list_of(COUNT), "of each rank"), "where?": (MAYBE_TEXT, ""),
    "oversubscribed": (FLAG, ""),
})

IMPLEMENTATION = object_of({
    "path protocol pattern summary": (TEXT, ""),
    "copies lines waits": (DECLARED, ""),
})

PLATFORM = object_of({
    "name description": (TEXT, ""),
    "parameters": objects({"name unit source": TEXT, "value": number("")}),
    "machine?": (object_of({"protocol? protocol_source?": TEXT, "notes?": list_of(TEXT)},
                           additionalProperties=True), "of `coherence`: as its engine reads it"),
    "simgrid?": (TEXT, "of `smpi`: its version"),
    "hosts?": (list_of(TEXT), "the host of each possible rank"),
    "models?": (map_of(object_of({
        "xml": (TEXT, "SimGrid's platform file"),
        "options": (list_of(TEXT), "of SimGrid, in addition to the common ones")})), ""),
}, together=[("simgrid", "hosts", "models")])

BATCH = object_of({"system job cpuset": (TEXT, ""), "hardware_threads of": (COUNT, "")})
LAUNCHER = object_of({"command": (list_of(TEXT), ""), "version": (TEXT, "")})

CAMPAIGN = object_of({
    "record": (exactly("campaign"), ""),
    "schema": (exactly(SCHEMA), ""),
    "version": (TEXT, "of comops"),
    "command": (list_of(TEXT, minItems=2), "as typed, bytes that are not UTF-8 as `\\xff`, with "
                "the options of a preset in place of `--preset`"),
    "preset?": (object_of({"name file": (TEXT, "")}), "only with `--preset`: its `name`, and the "
                "`file` that has it"),
    "reproduces?": (list_of(TEXT, minItems=1), "only of `comops reproduce`: the papers' tables and "
                    "figures that it measures, `luo:figure-3`"),
    "seed": (COUNT, "of the random order"),
    "started": (TIME, "UTC"),
    "method?": (TEXT | {"pattern": "^[a-z]+$"}, "as requested, like the next two; a simulation has "
                "none"),
    "precision?": (number("", exclusiveMinimum=0), "half the width of an interval over its value"),
    "launches?": (SOME, "the minimum number per table"),
    "host kernel": (TEXT, ""),
    "cpu": (MAYBE_TEXT, ""),
    "machine": (TEXT, "hwloc's summary; of a simulation the descriptions of its machines"),
    "governor transparent_hugepages numa_balancing":
        (MAYBE_TEXT, "as the kernel reports them, otherwise null"),
    "facts?": (FACTS, "properties that may differ between two nodes of one kind ([below](#facts)); "
               "a simulation has none"),
    "topology_xml": (TEXT, "hwloc's XML; `comops machine --xml` loads it. Empty of a simulation, "
                     "unless the first machine was made from one"),
    "topology?": (TOPOLOGY, "the data of a drawing: `tree`; `kinds` of cores if there are several; "
                  "`latencies`, `memory` if hwloc knows them. As in `comops machine --json`, but "
                  "with an abbreviated tree: objects have no `pus` (the leaves, hardware threads, "
                  "have an `os_index`, other objects an `index`), nothing is empty, `usable` only "
                  "if false"),
    "placements?": (list_of(PLACEMENT), "the measured placements: `name`, `meaning`, `ranks`, "
                    "`pus` (of each rank), `where`, `oversubscribed`"),
    "implementations": (list_of(IMPLEMENTATION), "what was measured: `path`, `protocol`, "
                         "`pattern`, `summary`, and the declared costs `copies`, `lines`, `waits` "
                         "as formulas in the number of ranks P, null if the cost is inside the "
                         "runtime or has no such formula"),
    "compiler flags": (TEXT, "of this build"),
    "vectors?": (words("baseline", "avx2", "avx512"), "the instructions of the code that reads and "
                 "reduces data: the widest that the processor has"),
    "clock": (object_of({"step_ns cost_ns": (number("ns"), "")}), "`step_ns`: every difference "
              "between readings is a multiple of it; `cost_ns` of a reading"),
    "runtimes": (map_of(TEXT), "path -> what its runtime reports about itself "
                 "(MPI_Get_library_version; the OpenMP library that was loaded, with the newest "
                 "interface that it defines, such as `GOMP_5.1`: the file is called "
                 "libgomp.so.1.0.0 in every release of GCC)"),
    "environment?": (map_of(TEXT), "the user's variables that can change a runtime, name -> value "
                     "(MPIR_CVAR_*, OMP_*, LD_PRELOAD and others); a simulation has none"),
    "loaded?": (map_of(map_of(TEXT)), "path -> library -> SHA-256 of the file that rank 0 loaded: "
                "OpenMP, MPI, OpenSHMEM, what transports their messages, and what was preloaded"),
    "shared_ranks?": (map_of(list_of(COUNT, 2)), "path -> between how many ranks the library says "
                      "that they share memory (MPI_Comm_split_type), and of how many"),
    "quota?": (object_of({"file": (TEXT, ""), "cores": (number("", minimum=0), "")}), "the "
               "strictest quota on processor time, if there is one: the `file` that sets it, and "
               "how many `cores` it allows"),
    "missing?": (map_of(TEXT), "path -> why none of its cells are here, although it was asked for "
                 "or is installed"),
    "launchers": (map_of(LAUNCHER), "path -> `command`, `version`"),
    "tuning?": (list_of(TUNING), "the processor-dependent parameters of `direct` "
                "([below](#tuning))"),
    "batch?": (BATCH, "only in a job of a batch system: `system`, `job`, `cpuset` (OS indices of "
               "the hardware threads that it may use, `0-3,8`), `hardware_threads`, how many these "
               "are, `of` the machine's"),
    "counters?": (object_of({"group": (TEXT, ""), "reason": (MAYBE_TEXT, "")}), "only with "
                  "`--counters`: `group`, and `reason`, why there are none, or null"),
    "simulated?": (exactly(True), "only of `comops simulate`"),
    "engine?": (words("coherence", "smpi"), "only of `comops simulate`"),
    "platforms?": (list_of(PLATFORM, minItems=1), "the simulated machines, each a placement: "
                   "`name`, `description`, `parameters` (`name`, `value`, `unit`, `source`) and, "
                   "for `coherence`, the whole `machine` as its engine reads it, with `protocol`, "
                   "`protocol_source` and `notes` on its matrix; for `smpi` "
                   "`simgrid` (version), `hosts` (the host of each possible rank) and `models` "
                   "(`two-sided`, `one-sided` -> SimGrid's `xml`, `options`)"),
}, together=[("simulated", "engine", "platforms")])
