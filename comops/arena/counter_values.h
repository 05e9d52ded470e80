/* SPDX-License-Identifier: BSD-3-Clause */
/* What a rank reads from hardware counters. */
#ifndef COMOPS_COUNTER_VALUES_H
#define COMOPS_COUNTER_VALUES_H

#include <stdint.h>

enum {
    COUNTERS_MOST = 64, /* events of a group */
    COUNTERS_NAME = 96,
    COUNTERS_TEXT = 256
};

/* Sums over all passes through the region; NaN where an event cannot be counted. */
struct counter_values {
    uint32_t events, passes;
    char names[COUNTERS_MOST][COUNTERS_NAME]; /* "EVENT:COUNTER", as likwid writes them; rank 0's */
    double timed[COUNTERS_MOST];              /* around what is timed */
    double empty[COUNTERS_MOST];              /* around nothing, as often */
};

#endif
