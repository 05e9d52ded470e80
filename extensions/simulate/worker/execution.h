/* SPDX-License-Identifier: BSD-3-Clause */
/* Executes one cell on the engine, as worker/harness.c does with threads or processes. */
#pragma once

#include "comops/ranks/arena/arena.h"
#include "comops/comops.h"
#include "extensions/simulate/coherence/engine.h"

struct execution {
    char error[160]; /* "" if the data of all checked runs were correct */
    int samples;
    double sample[ARENA_STAMPS];   /* ns from the common start to the last rank's end */
    double mean;                   /* ns to a rank's end, over the ranks; sum of the samples */
    struct engine_account account; /* of the rank that ended last, summed over the samples */
    uint64_t accesses;             /* charged, in all runs */
    int levels, grouped;           /* of rank 0's job: comops.h */
};

/* `cell` has no rank and no buffers yet. command->stamps is the number of samples; 0: as many as
 * suit the cell's cost. */
void execution_run(struct execution *execution, const struct machine *machine,
                   const struct implementation *with, const struct job *cell,
                   const struct command *command);

/* ---- jobs.c: the ranks' jobs in simulated memory, as worker/bench.c sets them up ------ */

/* Buffers are page aligned, each its own rank's, the temporary is rank 0's. */

/* Makes a job for each rank: `cell` with rank, buffers and caches. NULL, or the reason for a
 * failure. `jobs` has space for cell->ranks. The heap (watch.h) owns all memory. */
const char *jobs_create(struct job **jobs, const struct job *cell, const struct machine *machine,
                        const struct implementation *with);

/* Bytes of all ranks' buffers and the temporary. */
double jobs_bytes(const struct job *cell, const struct implementation *with);
