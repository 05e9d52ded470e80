/* SPDX-License-Identifier: BSD-3-Clause */
/* Executes one cell on the engine, as comops/worker/harness.c does with threads or processes. */
#pragma once

#include "comops/arena/arena.h"
#include "comops/comops.h"
#include "simulate/coherence/engine.h"

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
