/* SPDX-License-Identifier: BSD-3-Clause */
/* From the time stamps of one block to samples. */
#ifndef COMOPS_SAMPLES_H
#define COMOPS_SAMPLES_H

#include "comops/launch/supervisor.h"
#include "comops/plan/plan.h"
#include "comops/results/cell.h"

/* Adds to the cell a block of means of stamps_per_sample stamps, the void ones left out. Before
 * these the ranks stamped `empties` empty runs, and what such a run takes is taken off. */
void samples_collect(const struct group *group, struct cell *cell,
                     const struct worker_process *worker, uint32_t empty_runs, uint32_t stamps);

#endif
