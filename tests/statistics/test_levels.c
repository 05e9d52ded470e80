/* SPDX-License-Identifier: BSD-3-Clause */
/* Variance from launch to launch and from round to round, and the rounds that follow from it. */
#include "comops/statistics/levels.h"
#include "tests/tap.h"

#include <math.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

/* Logarithms 1 and 3, and 5 and 7: within 2, between 8 - 2 / 2 = 7. */
TEST(variances_are_those_of_the_logarithms_and_the_rounds_share_is_taken_off)
{
    const double values[] = {exp(1), exp(3), exp(5), exp(7)};
    const uint32_t counts[] = {2, 2};
    struct levels levels;

    CHECK(levels_estimate(values, counts, 2, &levels));
    CHECK(near(levels.rounds, 2) && near(levels.launches, 7));
}

TEST(missing_values_and_launches_of_one_round_are_allowed)
{
    const double values[] = {exp(1), -1, exp(3), exp(5), exp(7), -1, exp(6)};
    const uint32_t counts[] = {3, 2, 1, 1}; /* the third launch has none */
    struct levels levels;

    CHECK(levels_estimate(values, counts, 4, &levels));
    /* Means 2, 6, 6 of 2, 2, 1 values: squares 19.2 over 2, less 2, over (5 - 9 / 5) / 2. */
    CHECK(near(levels.rounds, 2) && near(levels.launches, (9.6 - 2) / 1.6));
}

TEST(what_launches_seem_to_differ_by_chance_is_not_negative)
{
    const double values[] = {1, 9, 9, 1};
    const uint32_t counts[] = {2, 2};
    struct levels levels;

    CHECK(levels_estimate(values, counts, 2, &levels) && levels.launches == 0);
}

TEST(one_launch_or_launches_of_one_round_show_no_levels)
{
    const double values[] = {1, 2, 3};
    const uint32_t three[] = {3}, ones[] = {1, 1, 1};
    struct levels levels;

    CHECK(!levels_estimate(values, three, 1, &levels) &&
          !levels_estimate(values, ones, 3, &levels));
}

TEST(a_dear_launch_gets_many_rounds_and_one_that_differs_much_gets_few)
{
    const struct levels equal = {.launches = 1, .rounds = 1};

    CHECK(levels_rounds(equal, 1, 1, 15) == 1);
    CHECK(levels_rounds(equal, 25.1, 1, 15) == 5);
    CHECK(levels_rounds(equal, 10000, 1, 15) == 15);
    CHECK(levels_rounds((struct levels){.launches = 100, .rounds = 1}, 25, 1, 15) == 1);
    CHECK(levels_rounds((struct levels){.launches = 0, .rounds = 1}, 1, 1, 15) == 15);
    CHECK(levels_rounds((struct levels){.launches = 1, .rounds = 0}, 9, 1, 15) == 1);
}
