/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/option_table.h"

#include "comops/plan/options.h"
#include "comops/plan/setters.h"

#define FIELD(name) offsetof(struct options, name)

const struct option_row option_table[] = {
    {.help = "What to measure (LIST: separated by commas; `comops list` shows the names):"},
    {"patterns", 'p', "LIST", "Operations, or `all` (default: the five of COMOPS)", setter_list,
     FIELD(patterns)},
    {"paths", 'a', "LIST",
     "threads, mpi, shmem (default: all that run here; without --patterns, threads and mpi)",
     setter_list, FIELD(paths)},
    {"protocols", 'r', "LIST",
     "How a path moves the data (default: all; without --patterns, barrier, lock, direct, library, "
     "sendrecv)",
     setter_list, FIELD(protocols)},
    {"placements", 'l', "LIST",
     "Where the ranks run, or `all` (default: bus, crossbar, on machines with SMT also smt; "
     "`comops machine --help` explains them)",
     setter_list, FIELD(placements)},
    {"memory", 0, "LIST",
     "NUMA node of the pages: local (default), root, peer, interleave, node:N, kind:hbm",
     setter_list, FIELD(memory)},
    {"pages", 0, "LIST", "Page sizes: 4k, thp, 2m (default: the system's setting)", setter_list,
     FIELD(pages)},
    {"ranks", 'n', "LIST", "Numbers of ranks (default: one per core, 2 to 4)", setter_ranks,
     FIELD(ranks)},
    {"sizes", 's', "LIST|MIN:MAX", "Message sizes in bytes: 8, 1K, 4M or 4MiB; a range doubles",
     setter_sizes, 0},
    {"perturb", 0, "N", "Also measure N bytes below and above each size (NetPIPE uses 3)",
     setter_perturb, FIELD(perturb)},
    {"skew", 0, "US", "The last rank arrives US microseconds late; times begin then", setter_skew,
     FIELD(skew)},
    {"op", 0, "LIST", "Reduction operations: max (default), sum", setter_list, FIELD(operations)},
    {"datatype", 0, "LIST", "Reduction datatypes: double (default), float, int64, int32",
     setter_list, FIELD(datatypes)},
    {"buffers", 'b', "LIST", "Send buffers: reuse, rewrite (default), cold", setter_list,
     FIELD(buffers)},
    {"consume", 0, "LIST",
     "When receivers read their data: no, between (after the end stamp), timed (before it); "
     "default: timed with the method adaptive, otherwise no",
     setter_list, FIELD(consume)},
    {"oversubscribe", 0, NULL, "Allow more ranks than cores; every record is marked", setter_flag,
     FIELD(oversubscribe)},
    {.help = "How to measure:"},
    {"method", 0, "NAME",
     "adaptive (default); comops: one pair of time stamps around ntimes runs, ping-pong rate per "
     "round trip; imb: as the Intel MPI Benchmarks; luecke: 51 trials with cold caches, filtered "
     "mean; thesis: mean of 10000 trials (docs/method.md)",
     setter_method, FIELD(method)},
    {"precision", 0, "PCT",
     "Stop when half the width of a ratio's interval is at most PCT percent of it (default 2)",
     setter_precision, FIELD(precision)},
    {"budget", 0, "TIME", "Time for the whole campaign: 90, 90s, 2m, 1h (default: 10s per table)",
     setter_duration, FIELD(budget)},
    {"launches", 0, "N",
     "Start the workers at least N times per table (default 6); 1 gives no intervals",
     setter_launches, FIELD(launches)},
    {"quick", 0, NULL, "Three sizes, 1.5 seconds per table; not with --launches", setter_flag,
     FIELD(quick)},
    {"seed", 0, "N", "Seed for the order of the cells (default: random, printed)", setter_seed,
     FIELD(seed)},
    {"mpiexec", 0, "CMD", "Launcher of the MPI worker", setter_text, FIELD(mpiexec)},
    {"mpi", 0, "NAME=PREFIX,...",
     "Add MPI libraries, each as a path mpi@NAME. PREFIX is where an MPI with MPICH's ABI, or a "
     "comops built with another MPI, is installed",
     setter_list, FIELD(mpi)},
    {"openmp", 0, "NAME=LIBRARY,...",
     "Add OpenMP libraries, such as LLVM's libomp.so.5, each as a path threads@NAME; append "
     ":active or :passive to LIBRARY to set OMP_WAIT_POLICY",
     setter_list, FIELD(openmp)},
    {"tuning", 0, "FILE|off",
     "Take the processor-dependent parameters of `direct` from a results file, or use fixed ones "
     "(default: trials select them, and the cache folder keeps them)",
     setter_text, FIELD(tuning)},
    {"counters", 0, "GROUP",
     "Also count a likwid group of hardware events, in separate launches (`likwid-perfctr -a` "
     "lists the groups)",
     setter_text, FIELD(counters)},
    {"timeout", 0, "TIME", "Give up a cell if its worker does not answer within TIME (default 30s)",
     setter_duration, FIELD(timeout)},
    {"preset", 0, "NAME",
     "Options that ./comops.toml, or comops/comops.toml in the configuration folder, has under "
     "this name (docs/settings.md); those of the command line count more",
     setter_text, FIELD(preset)},
    {.help = "Results:"},
    {"output", 'o', "FILE",
     "Results file (default: comops-HOST-TIME.jsonl); - is standard output, and everything else "
     "goes to standard error",
     setter_text, FIELD(output)},
    {"percentiles", 0, NULL, "Also print percentiles of the single runs, below each table",
     setter_flag, FIELD(percentiles)},
    {"resume", 0, "FILE", "Continue an interrupted campaign with its recorded options", setter_text,
     FIELD(resume)},
    {"dry-run", 0, NULL, "Print the plan and how long it takes; measure nothing", setter_flag,
     FIELD(dry_run)},
    {"json", 0, NULL,
     "With --dry-run: print the plan as JSON, one cell per line, the input of a worker's --batch",
     setter_flag, FIELD(json)},
};
_Static_assert(sizeof option_table / sizeof *option_table == OPTIONS, "OPTIONS counts the rows");
