/* SPDX-License-Identifier: BSD-3-Clause */
/* Hardware counters, in a module that a worker loads only for counting, so that workers that
 * measure times do not contain it. There is one such module, likwid.c. */
#pragma once

#include "comops/ranks/arena/arena.h"

#include <stdbool.h>

#define COUNTERS_MODULE "comops-likwid.so"
#define COUNTERS_SYMBOL "counters_of_likwid" /* a struct counters */

/* Functions that can fail write the reason into `why`, COUNTERS_TEXT long. */
struct counters {
    /* The event groups of this processor, a list as in text.h. NULL, with the reason, if the
     * processor is unknown. */
    char **(*groups)(char *why);
    /* Prepares to count the group's events on these hardware threads; once per process. */
    bool (*open)(const char *group, const int *pus, int count, char *why);
    void (*close)(void);
    /* The number of events, and their names. */
    uint32_t (*events)(char names[COUNTERS_MOST][COUNTERS_NAME]);

    /* Called by each thread, pinned to one of them: registers a region, enters and leaves it, and
     * reads its sums. `read` returns the number of passes. */
    bool (*announce)(const char *region);
    int (*enter)(const char *region);
    int (*leave)(const char *region);
    uint32_t (*read)(const char *region, double counts[COUNTERS_MOST]);
};

/* The module, loaded once; NULL, with the reason, if there is none. */
const struct counters *counters_load(char *why);
