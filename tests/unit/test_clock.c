/* SPDX-License-Identifier: BSD-3-Clause */
/* The step of clocks whose readings are made up, the quality of the real one, and threads whose
 * clocks are set wrong on purpose. */
#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/arena.h"
#include "tests/tap.h"

#include <math.h>
#include <pthread.h>

enum { MOST = 1000 };

static uint64_t readings[MOST];

/* Readings that take about `cost` ns, of a clock that counts in steps of `step` ns. */
static uint64_t step_of(uint64_t step, uint64_t cost)
{
    uint64_t now = 1234567;

    for (size_t i = 0; i < MOST; i++) {
        now += cost + i * i % 7;
        readings[i] = now / step * step;
    }
    return clock_step(readings, MOST);
}

TEST(the_step_is_found_although_a_reading_takes_much_longer)
{
    CHECK(step_of(1, 20) == 1);
    CHECK(step_of(10, 21) == 10);
    CHECK(step_of(10, 3) == 10);
    CHECK(step_of(40, 25) == 40);
    CHECK(step_of(1000, 20) == 1000);
}

TEST(a_clock_that_stood_still_has_the_finest_step)
{
    const uint64_t still[3] = {5, 5, 5};

    CHECK(clock_step(still, 3) == 1);
}

TEST(readings_of_this_machine_are_multiples_of_its_step)
{
    const struct clock_quality quality = clock_measure();
    const uint64_t begin = clock_now();

    CHECK(quality.step_ns >= 1 && quality.cost_ns > 0);
    for (int i = 0; i < 100; i++)
        CHECK((clock_now() - begin) % (uint64_t)quality.step_ns == 0);
}

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
