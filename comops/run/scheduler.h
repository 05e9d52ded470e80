/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures all groups of a plan, records each at once, and shows the tables. */
#ifndef COMOPS_SCHEDULER_H
#define COMOPS_SCHEDULER_H

#include "comops/arena/clock.h"
#include "comops/plan/plan.h"
#include "comops/results/record.h"
#include "comops/results/warnings.h"
#include "comops/terminal/progress.h"
#include "comops/terminal/table.h"

#include <jansson.h>

struct scheduler {
    const struct options *options;
    const struct plan *plan;
    struct supervisor *supervisor;
    struct results *results;
    const json_t *done; /* keys of cells an earlier run has measured, or NULL */
    struct clock_quality clock;
    size_t cache_bytes; /* of the machine's largest cache */
    double seconds;     /* for all of it */
    bool counting;      /* options->counters can be had here */

    struct table *tables; /* from here on scheduler_run's own */
    struct progress progress;
    size_t warned[WARNINGS]; /* cells */
    uint64_t random;
    bool lost;
};

/* False if something was measured wrong or not at all; it has been said. */
bool scheduler_run(struct scheduler *scheduler);

#endif
