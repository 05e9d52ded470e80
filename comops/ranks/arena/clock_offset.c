/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/arena/arena.h"

enum { TURNS = 16, EXCHANGES = 200, SECOND = 1 };

bool clock_offset_is_monotonic(struct meeting_point *point, int rank, uint64_t (*now)(void))
{
    bool monotonic = true;

    for (uint32_t turn = 0; turn < TURNS * point->ranks; turn++) {
        if ((int)(turn % point->ranks) == rank) {
            const uint64_t here = now();

            monotonic =
                monotonic && here >= atomic_load_explicit(&point->start, memory_order_relaxed);
            atomic_store_explicit(&point->start, here, memory_order_relaxed);
        }
        meeting_meet(point);
    }
    return meeting_agree(point, monotonic);
}

/* This rank's delay: how much later it saw the other one's reading on its own clock. */
static int64_t await(struct clock_exchange *exchange, uint64_t side, uint64_t (*now)(void))
{
    uint64_t reading;

    while (((reading = atomic_load_explicit(&exchange->reading, memory_order_relaxed)) & SECOND) !=
           side)
        poll_pause();
    return (int64_t)now() - (int64_t)(reading >> 1);
}

static void tell(struct clock_exchange *exchange, uint64_t side, uint64_t (*now)(void))
{
    atomic_store_explicit(&exchange->reading, now() << 1 | side, memory_order_relaxed);
}

/* The shortest delay of the other one's readings. */
static int64_t shortest(struct clock_exchange *exchange, bool first, uint64_t (*now)(void))
{
    int64_t least = INT64_MAX;

    for (int i = 0; i < EXCHANGES; i++) {
        if (first)
            tell(exchange, 0, now);
        const int64_t delay = await(exchange, first, now);

        least = delay < least ? delay : least;
        if (!first)
            tell(exchange, SECOND, now);
    }
    return least;
}

/* Called by all ranks; ranks other than these two only meet. */
static void compare(struct meeting_point *point, struct clock_exchange *exchange, int rank,
                    int first, int second, uint64_t (*now)(void), struct clock_offset *largest)
{
    int64_t delay = 0;

    if (rank == first)
        atomic_store_explicit(&exchange->reading, SECOND, memory_order_relaxed);
    meeting_meet(point); /* nobody's turn but the first rank's */
    if (rank == first || rank == second)
        delay = shortest(exchange, rank == first, now);
    if (rank == second)
        exchange->delay_there = delay;
    meeting_meet(point); /* the second rank's delay is known */
    if (rank != first)
        return;
    const double there = (double)exchange->delay_there, back = (double)delay;
    const struct clock_offset found = {second, (there - back) / 2, (there + back) / 2};

    if (largest->with == 0 || clock_offset_certain(&found) > clock_offset_certain(largest))
        *largest = found;
}

struct clock_offset clock_offset_measure(struct meeting_point *point,
                                         struct clock_exchange *exchange, int rank,
                                         uint64_t (*now)(void))
{
    struct clock_offset largest = {0};

    for (int second = 1; second < (int)point->ranks; second++)
        for (int first = 0; first < second; first++)
            compare(point, exchange, rank, first, second, now, &largest);
    return largest;
}
