/* SPDX-License-Identifier: BSD-3-Clause */
/* Hardware counters of cells, in launches of their own before the times are measured: a process
 * that counts measures no time. */
#pragma once

#include "comops/run/sampler.h"

/* Asks the first worker that can run here whether the group can be counted. *answer receives the
 * campaign record's `counters`: the group, and null or the reason against it, which is also
 * printed. False, with a message, if the processor has no such group (exit status 2). Without a
 * group nothing is asked. */
bool counting_ask(const char *group, const struct path *paths, int path_count, json_t **answer);

/* Counts options->counters in one block of each cell of a state, which it calibrates first, and
 * ends the workers. A cell that cannot be counted is reported and still measured. False if the user
 * interrupted. */
bool counting_run(const struct sampler *sampler, struct group_state *state);
