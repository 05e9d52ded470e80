/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/arena/clock.h"

#include <stddef.h>

enum { READINGS = 20000 };

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

uint64_t clock_step(const uint64_t *readings, size_t count)
{
    uint64_t step = 0;

    for (size_t i = 1; i < count; i++)
        step = common_divisor(step, readings[i] - readings[i - 1]);
    return step ? step : 1;
}

struct clock_quality clock_measure(void)
{
    static uint64_t readings[READINGS];

    for (size_t i = 0; i < READINGS; i++)
        readings[i] = clock_now();
    return (struct clock_quality){.step_ns = (double)clock_step(readings, READINGS),
                                  .cost_ns = (double)(readings[READINGS - 1] - readings[0]) /
                                             (READINGS - 1)};
}
