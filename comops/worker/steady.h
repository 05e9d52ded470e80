/* SPDX-License-Identifier: BSD-3-Clause */
/* When a launch first measures a cell, the first run is timed, and then the cell runs until its
 * times are steady. */
#pragma once

#include "comops/worker/bench.h"

/* The first run, from a common start to this rank's end, ns; NAN if a rank was late. Called by all
 * ranks together. Its data are checked by the caller. */
double steady_first(struct bench *bench, const struct implementation *with, struct job *job,
                    uint64_t repetition);

/* Warms up in chunks of command->warmups runs until, on every rank, two chunks in succession take
 * the same time within 2 % and the last one had no page fault, or for command->settle_ns. Called by
 * all ranks together. Sets settled_ns and settled in the slot. */
void steady_reach(struct bench *bench, const struct implementation *with, struct job *job,
                  const struct command *command, struct arena_rank *slot);
