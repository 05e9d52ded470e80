/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/outlook.h"
#include "comops/run/turns.h"
#include "tests/tap.h"

#include <math.h>

static const struct outlook outlook = {
    .launch = 0.5, .calibration = {0.002, 3e-6}, .turn = {0.01, 1e-6}};
static const struct group small = {.bytes = 0, .count = 4}, large = {.bytes = 1000000, .count = 2};
static const struct method adaptive, fixed = {.rounds = 51};

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

TEST(before_anything_is_measured_the_trial_tells_how_long_the_least_takes)
{
    const struct options launches = {.method = &adaptive, .launches = 6};
    struct group groups[] = {small, large};
    const struct plan plan = {.groups = groups, .count = 2};

    /* Once: calibrations of four cells, 2 ms each, and of two, 3002 ms. Six times: the start, four
     * cells of 10 ms, two of 1010 ms. */
    CHECK(near(outlook_least(&outlook, &launches, &plan), 0.008 + 6.004 + 6 * (0.5 + 0.04 + 2.02)));
}

TEST(a_group_that_had_turns_tells_how_long_they_take)
{
    const struct options launches = {.method = &adaptive, .launches = 6};
    const struct group_state groups[] = {
        {.group = &small, .begun = true, .turns = 4, .seconds = 5, .calibration_seconds = 3},
        {.group = &large, .begun = true, .ended = true},
        {.group = &small, .begun = true, .turns = 9, .seconds = 9}};

    CHECK(near(outlook_left(&outlook, &launches, groups, 3), 2 * (0.5 + 0.5)));
}

TEST(rounds_of_one_launch_need_no_start)
{
    const struct options once = {.method = &adaptive, .launches = 1},
                         trials = {.method = &fixed, .launches = 1};
    const struct group_state groups[] = {{.group = &small}};

    CHECK(turns_least(&once) == 10 && turns_least(&trials) == 51);
    CHECK(near(outlook_left(&outlook, &once, groups, 1), 0.008 + 10 * 0.04));
}
