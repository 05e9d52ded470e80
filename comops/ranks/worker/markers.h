/* SPDX-License-Identifier: BSD-3-Clause */
/* Hardware counts of a block, from the common start to the last time stamp. */
#pragma once

#include "comops/ranks/worker/bench.h"

/* Prints what can be counted on this machine, as JSON: "groups" (their names, or null if the
 * processor is unknown) and "reason" (why `group` cannot be counted, or null). */
void markers_offer(const char *group);

/* Like bench_run, for the bench that was opened with this sync; fills slot->counted with the counts
 * of the group command->counters on this rank's hardware thread. The stamps are useless as times,
 * because reading counters takes microseconds. A worker counts one group for one placement. */
bool markers_run(struct bench *bench, struct synchronization *sync, const struct team *team,
                 const struct command *command, struct arena_rank *slot, uint64_t *starts,
                 struct arena_stamp *stamps);

/* Called by all ranks; releases the counters. */
void markers_close(const struct team *team);
