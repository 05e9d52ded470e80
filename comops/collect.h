/* SPDX-License-Identifier: BSD-3-Clause */
/* What the time stamps of one block come to: samples. */
#ifndef COMOPS_COLLECT_H
#define COMOPS_COLLECT_H

#include "comops/cell.h"
#include "comops/launch.h"
#include "comops/plan.h"

/* Adds to the cell a block of means of stamps_per_sample stamps, the void ones left out. Before these
 * the ranks stamped `empties` empty runs, and what such a run takes is taken off. */
void collect_block(const struct group *group, struct cell *cell, const struct worker_process *worker,
                   uint32_t empties, uint32_t stamps);

#endif
