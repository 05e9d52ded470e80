/* SPDX-License-Identifier: BSD-3-Clause */
/* Hardware counters, behind a module that a worker loads when it is asked to count: a worker that
 * measures times has nothing of it in its memory. There is one such module, likwid.c. */
#ifndef COMOPS_COUNTERS_H
#define COMOPS_COUNTERS_H

#include "comops/arena/counter_values.h"

#include <stdbool.h>

#define COUNTERS_MODULE "comops-likwid.so"
#define COUNTERS_SYMBOL "counters_of_likwid" /* a struct counters */

/* Functions that can fail write a sentence into why, COUNTERS_TEXT long. */
struct counters {
    /* The groups of events for this processor, separated by commas; the caller frees. NULL, with
     * why, if it is unknown. */
    char *(*groups)(char *why);
    /* Lets the group's events be counted on these hardware threads; once in the life of a process.
     */
    bool (*open)(const char *group, const int *pus, int count, char *why);
    void (*close)(void);
    /* How many events are counted, and their names. */
    uint32_t (*events)(char names[COUNTERS_MOST][COUNTERS_NAME]);

    /* By each thread, pinned to one of them: makes a region known, is in it from `enter` to
     * `leave`, and is told the sum. `read` returns how often the region was passed through. */
    bool (*announce)(const char *region);
    void (*enter)(const char *region);
    void (*leave)(const char *region);
    uint32_t (*read)(const char *region, double counts[COUNTERS_MOST]);
};

/* The module, loaded once; NULL, with why, if this build or this machine has none. */
const struct counters *counters_load(char *why);

#endif
