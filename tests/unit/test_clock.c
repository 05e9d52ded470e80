/* SPDX-License-Identifier: BSD-3-Clause */
/* The step of clocks whose readings are made up, and the quality of the real one. */
#include "comops/arena/clock.h"
#include "tests/tap.h"

#include <math.h>

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
