/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranks' jobs in simulated memory, as comops/worker/bench.c sets them up: buffers are page
 * aligned, each its own rank's, the temporary is rank 0's. */
#pragma once

#include "comops/comops.h"
#include "simulate/coherence/simulated_machine.h"

/* Makes a job for each rank: `cell` with rank, buffers and caches. NULL, or the reason for a
 * failure. `jobs` has space for cell->ranks. The heap (watch.h) owns all memory. */
const char *jobs_create(struct job **jobs, const struct job *cell, const struct machine *machine,
                        const struct implementation *with);

/* Bytes of all ranks' buffers and the temporary. */
double jobs_bytes(const struct job *cell, const struct implementation *with);
