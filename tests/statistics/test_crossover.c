/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/crossover.h"
#include "tests/tap.h"

#include <math.h>

static struct ratio_point point(double bytes, double ratio, double factor)
{
    return (struct ratio_point){bytes, ratio, {ratio / factor, ratio * factor}};
}

static bool near(double value, double expected)
{
    return fabs(value / expected - 1) < 1e-9;
}

TEST(a_straight_ratio_crosses_where_it_should_and_so_do_its_bounds)
{
    /* ratio = sqrt(bytes / 1000) or its reverse, known to a factor of 1.2: its bounds cross at
     * 1000 / 1.44, * 1.44. */
    static const double bytes[] = {10, 200, 5000, 90000};
    struct ratio_point points[4];
    struct crossover found[4];

    for (int falls = 0; falls < 2; falls++) {
        for (int i = 0; i < 4; i++)
            points[i] = point(bytes[i], pow(bytes[i] / 1000, falls ? -0.5 : 0.5), 1.2);
        CHECK(crossover_find(points, 4, found) == 1);
        CHECK(near(found->bytes, 1000) && found->a_below == falls);
        CHECK(near(found->interval.low, 1000 / 1.44) && near(found->interval.high, 1440));
        CHECK(found->before == 1 && found->after == 2);
    }
}

TEST(a_ratio_that_wavers_about_1_between_two_sure_sizes_crosses_once)
{
    const struct ratio_point points[] = {point(1, 0.5, 1.1),      point(10, 0.98, 1.1),
                                         point(100, 1.02, 1.1),   point(1000, 0.98, 1.1),
                                         point(10000, 1.02, 1.1), point(100000, 2, 1.1)};
    struct crossover found[6];

    CHECK(crossover_find(points, 6, found) == 1);
    CHECK(found->before == 0 && found->after == 5);
    CHECK(near(found->bytes,
               100 * pow(10, log(0.98) / log(0.98 / 1.02)))); /* the middle one of three */
    CHECK(found->interval.low > 1 && found->interval.low < 10);
    CHECK(found->interval.high > 10000 && found->interval.high < 100000);
}

TEST(what_the_intervals_do_not_support_is_no_crossover)
{
    const struct ratio_point points[] = {point(1, 0.95, 1.1), point(10, 0.5, 1.1),
                                         point(100, 1.05, 1.1)};
    struct crossover found[3];

    CHECK(crossover_find(points, 3, found) == 0);
    CHECK(crossover_find(points, 0, found) == 0);
}

TEST(there_and_back_are_two)
{
    const struct ratio_point points[] = {point(1, 0.5, 1.1), point(100, 2, 1.1),
                                         point(10000, 0.5, 1.1)};
    struct crossover found[3];

    CHECK(crossover_find(points, 3, found) == 2);
    CHECK(near(found[0].bytes, 10) && !found[0].a_below);
    CHECK(near(found[1].bytes, 1000) && found[1].a_below);
}
