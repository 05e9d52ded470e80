/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/arena/clock.h"

enum { READINGS = 20000 };

struct clock_quality clock_measure(void)
{
    const uint64_t begin = clock_now();
    uint64_t step = UINT64_MAX, last = begin;

    for (int i = 0; i < READINGS; i++) {
        const uint64_t now = clock_now();

        if (now > last && now - last < step)
            step = now - last;
        last = now;
    }
    return (struct clock_quality){.step_ns = (double)step,
                                  .cost_ns = (double)(last - begin) / READINGS};
}
