/* SPDX-License-Identifier: BSD-3-Clause */
/* The node's clock, CLOCK_MONOTONIC in nanoseconds: the same in every process. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The clock's resolution on this machine: its smallest observed step, and the cost of a reading. */
struct clock_quality {
    double step_ns, cost_ns;
};

struct clock_quality clock_measure(void);
