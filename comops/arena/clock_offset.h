/* SPDX-License-Identifier: BSD-3-Clause */
/* How far the clocks of two ranks' cores differ. */
#pragma once

#include "comops/arena/meeting.h"

#include <math.h>

/* Two ranks exchange readings of their clocks. */
struct clock_exchange {
    /* A reading of the clock, times two, plus 1 if it is the second rank's. */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t reading;
    alignas(CACHE_LINE_PAIR) int64_t delay_there; /* shortest, of the first rank's readings */
};

/* The clock of rank `with` minus this rank's, in nanoseconds: half the difference between the
 * shortest delays there and back. Its error cannot exceed half their sum (F. Cristian,
 * "Probabilistic clock synchronization", Distributed Computing 3, 1989). */
struct clock_offset {
    int32_t with; /* a rank; 0: no clocks were compared */
    double ns, error_ns;
};

/* The clocks differ by at least this, in nanoseconds; negative if they may agree. */
static inline double clock_offset_certain(const struct clock_offset *offset)
{
    return fabs(offset->ns) - offset->error_ns;
}

/* All ranks read the clock in turn, several times; true on all of them unless time went backwards.
 */
bool clock_offset_is_monotonic(struct meeting_point *point, int rank, uint64_t (*now)(void));

/* Compares this rank's clock, which `now` reads, with those of all others; called by all ranks
 * together, each on its core. Returns, of the pairs with higher ranks, the one with the largest
 * certain offset. */
struct clock_offset clock_offset_measure(struct meeting_point *point,
                                         struct clock_exchange *exchange, int rank,
                                         uint64_t (*now)(void));
