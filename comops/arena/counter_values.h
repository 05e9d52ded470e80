/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that a rank reads from hardware counters. */
#ifndef COMOPS_COUNTER_VALUES_H
#define COMOPS_COUNTER_VALUES_H

#include <stdint.h>

enum {
    COUNTERS_MOST = 64, /* events of a group */
    COUNTERS_NAME = 96,
    COUNTERS_TEXT = 256
};

/* Sums over all passes through the region; NaN for events that cannot be counted. */
struct counter_values {
    uint32_t events, passes;
    char names[COUNTERS_MOST][COUNTERS_NAME]; /* "EVENT:COUNTER", as in likwid; rank 0's */
    double timed[COUNTERS_MOST];              /* around the timed part */
    double empty[COUNTERS_MOST];              /* around nothing, the same number of times */
};

#endif
