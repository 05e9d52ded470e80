/* SPDX-License-Identifier: BSD-3-Clause */
/* Canaries measure how fast the machine itself is. Threads of the front end take them on the ranks'
 * hardware threads while all workers sleep, so no path, protocol or library can influence them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    CANARY_CACHE_BYTES = 128 << 10,
    CANARY_MEMORY_BYTES = 512 << 10,
    CANARY_REMOTE_BYTES = 800000 /* the paper's long message */
};

/* Microseconds of the slowest rank, each the median of some repetitions. */
struct canary {
    double handover_us;   /* a cache line from one rank's core to the next rank's, in a ring */
    double cache_us;      /* copy of CANARY_CACHE_BYTES that this core used just before */
    double memory_us;     /* copy of CANARY_MEMORY_BYTES that no cache holds; 0: not measured,
                             because this program knows no instruction that evicts them */
    double arithmetic_us; /* a fixed chain of multiplications and additions */
    double remote_us; /* rank 0 reads CANARY_REMOTE_BYTES that rank 1 has just written, the limit of
                         a copy by one core; 0 with one rank */
};

/* Measures all canaries on these hardware threads (OS indices, one for each rank, all different),
 * with new threads and pages, in some milliseconds, after bind_open. False if threads, memory or
 * bindings are refused. */
bool canary_measure(const int *pus, int ranks, struct canary *canary);
