/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts in hardware what a block does between the common start and the last time stamp. */
#ifndef COMOPS_MARKERS_H
#define COMOPS_MARKERS_H

#include "comops/worker/harness.h"

#include <jansson.h>

/* What there is for a group of counters on this machine: "groups" (their names, null where the
 * processor is unknown) and "reason" (why there is nothing to be counted, or null). */
json_t *markers_offer(const char *group);

/* As bench_run, of the bench that was opened with this sync; fills slot->counted with what the
 * group command->counters has counted on this rank's hardware thread. The stamps are no times:
 * reading counters takes microseconds. A worker counts for one group and one set of seats. */
bool markers_run(struct bench *bench, struct synchronization *sync, const struct team *team,
                 const struct command *command, struct arena_rank *slot, uint64_t *starts,
                 uint64_t *ends);

/* Called by all ranks; gives the counters back. */
void markers_close(const struct team *team);

#endif
