/* SPDX-License-Identifier: BSD-3-Clause */
/* The node's clock, CLOCK_MONOTONIC in nanoseconds: the same in every process. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Seconds. */
static inline double clock_since(uint64_t begin)
{
    return (double)(clock_now() - begin) / 1e9;
}

/* The clock's step, of which every difference between readings is a multiple, and the cost of a
 * reading, which is usually larger. */
struct clock_quality {
    double step_ns, cost_ns;
};

/* The greatest common divisor of the differences between successive readings, ns; 1 if all are
 * equal. */
uint64_t clock_step(const uint64_t *readings, size_t count);

struct clock_quality clock_measure(void);
