/* SPDX-License-Identifier: BSD-3-Clause */
/* How a rank's time is spent: the stopwatch always runs for one of these activities. */
#pragma once

#include "comops/arena/clock.h"

enum activity { COMPUTING, PACKING, IN_ROWS, IN_COLUMNS, ACTIVITIES };

struct stopwatch {
    enum activity activity;
    uint64_t since;
    uint64_t ns[ACTIVITIES];
};

/* From now on it runs for this one. */
static inline void stopwatch_turn(struct stopwatch *watch, enum activity activity)
{
    const uint64_t now = clock_now();

    watch->ns[watch->activity] += now - watch->since;
    watch->since = now;
    watch->activity = activity;
}

static inline void stopwatch_start(struct stopwatch *watch)
{
    *watch = (struct stopwatch){.since = clock_now()};
}
