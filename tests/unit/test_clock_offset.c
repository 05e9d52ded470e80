/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads whose clocks are set wrong on purpose compare them. */
#include "comops/arena/clock.h"
#include "comops/arena/clock_offset.h"
#include "tests/tap.h"

#include <math.h>
#include <pthread.h>

enum { RANKS = 3 };
static const int64_t ahead[RANKS] = {0, 3000000, -2000000}; /* ns */

static struct meeting_point point;
static struct clock_exchange exchange;
static struct clock_offset found[RANKS];
static bool monotonic[RANKS];
static _Thread_local int64_t mine;

static uint64_t wrong_clock(void)
{
    return (uint64_t)((int64_t)clock_now() + mine);
}

static void *compare(void *argument)
{
    const int rank = (int)(long)argument;

    mine = ahead[rank];
    found[rank] = clock_offset_measure(&point, &exchange, rank, wrong_clock);
    return NULL;
}

/* A thread that loses its core delays readings, and then the error says so. */
static bool agrees(const struct clock_offset *offset, double truth)
{
    return offset->error_ns >= 0 && fabs(offset->ns - truth) <= offset->error_ns;
}

static void *read_in_turn(void *argument)
{
    const int rank = (int)(long)argument;

    mine = ahead[rank];
    monotonic[rank] = clock_offset_is_monotonic(&point, rank, wrong_clock);
    return NULL;
}

static void in_ranks(void *(*life)(void *))
{
    pthread_t threads[RANKS];

    point = (struct meeting_point){.ranks = RANKS, .oversubscribed = 1};
    for (long rank = 0; rank < RANKS; rank++)
        pthread_create(&threads[rank], NULL, life, (void *)rank);
    for (int rank = 0; rank < RANKS; rank++)
        pthread_join(threads[rank], NULL);
}

TEST(clocks_that_differ_by_far_are_refused)
{
    in_ranks(read_in_turn);
    CHECK(!monotonic[0] && !monotonic[1] && !monotonic[2]);
}

TEST(an_offset_that_was_set_is_found_within_its_error_in_both_directions)
{
    in_ranks(compare);
    CHECK(found[0].with == 1 && agrees(&found[0], 3e6));
    CHECK(found[1].with == 2 && agrees(&found[1], -5e6));
    CHECK(found[2].with == 0);
}
