/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures all groups of a plan, records each at once, and shows the tables. */
#ifndef COMOPS_CONDUCT_H
#define COMOPS_CONDUCT_H

#include "comops/clock.h"
#include "comops/plan.h"
#include "comops/progress.h"
#include "comops/record.h"
#include "comops/table.h"
#include "comops/warnings.h"

#include <jansson.h>

struct conduct {
    const struct options *options;
    const struct plan *plan;
    struct launcher *launcher;
    struct results *results;
    const json_t *done; /* keys of cells an earlier run has measured, or NULL */
    struct clock_quality clock;
    size_t cache_bytes; /* of the machine's largest cache */
    double seconds; /* for all of it */
    bool counting;  /* options->counters can be had here */

    struct table *tables; /* from here on conduct_all's own */
    struct progress progress;
    size_t warned[WARNINGS]; /* cells */
    uint64_t random;
    bool lost;
};

/* False if something was measured wrong or not at all; it has been said. */
bool conduct_all(struct conduct *conduct);

#endif
