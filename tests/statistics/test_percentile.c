/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles and their intervals; how often these contain the truth is found by simulation. */
#include "comops/statistics/percentile.h"
#include "tests/tap.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

enum { LAUNCHES = 24, EACH = 250, COUNT = LAUNCHES * EACH, TRIALS = 300 };

static double values[COUNT];
static size_t launches[LAUNCHES];

/* Values of standard deviation 1 whose launches differ by `between`. */
static void draw(gsl_rng *random, double between)
{
    for (size_t i = 0; i < LAUNCHES; i++) {
        const double launch = gsl_ran_gaussian_ziggurat(random, between);

        launches[i] = EACH;
        for (size_t j = 0; j < EACH; j++)
            values[i * EACH + j] = launch + gsl_ran_gaussian_ziggurat(random, 1);
    }
}

/* The share of the intervals that contain the percentile of a typical launch; negative if there is
 * none. */
static double coverage(double p, double between)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    const double truth = gsl_cdf_ugaussian_Pinv(p);
    int held = 0, given = 0;

    for (int trial = 0; trial < TRIALS; trial++) {
        struct interval interval;
        double percentile;

        draw(random, between);
        if (percentile_estimate(values, launches, LAUNCHES, p, &percentile, &interval) <
            PERCENTILE_BATCHES)
            continue;
        given++;
        held += interval.low <= truth && truth <= interval.high;
        CHECK(interval.low <= percentile && percentile <= interval.high);
    }
    gsl_rng_free(random);
    return given ? (double)held / given : -1;
}

TEST(a_percentile_lies_between_the_values_around_it)
{
    const double some[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    CHECK(percentile_of(some, 10, 0.5) == 5.5);
    CHECK(fabs(percentile_of(some, 10, 0.9) - 9.6333) < 1e-4); /* 31/3 of 0.9, and 1/3 */
    CHECK(percentile_of(some, 10, 0.99) == 10 && percentile_of(some, 1, 0.5) == 1);
    CHECK(percentile_of(some, 10, 0.01) == 1);
}

TEST(half_of_the_percentiles_of_small_batches_are_too_high)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    const size_t size = percentile_batch(0.99);
    const double truth = gsl_cdf_exponential_Pinv(0.99, 1);
    int above = 0;

    for (int trial = 0; trial < 4000; trial++) {
        for (size_t i = 0; i < size; i++)
            values[i] = gsl_ran_exponential(random, 1);
        double *sorted = statistics_sorted(values, size);

        above += percentile_of(sorted, size, 0.99) > truth;
        free(sorted);
    }
    gsl_rng_free(random);
    CHECK(above > 1880 && above < 2120); /* 2000, and four standard deviations */
}

TEST(so_many_values_contain_a_percentile)
{
    CHECK(percentile_batch(0.5) == 1 && percentile_batch(0.9) == 7);
    CHECK(percentile_batch(0.99) == 67 && percentile_batch(0.999) == 667);
    CHECK(percentile_batch(1) == 1);
}

TEST(the_longest_of_a_launch_is_the_median_of_the_launches_greatest)
{
    size_t nine[9];
    struct interval interval;
    double greatest;

    for (size_t i = 0; i < 9; i++) {
        nine[i] = 3;
        values[3 * i] = values[3 * i + 2] = 1;
        values[3 * i + 1] = 10 + (double)i;
    }
    CHECK(percentile_estimate(values, nine, 9, 1, &greatest, &interval) == 9);
    CHECK(greatest == 14 && interval.low == 11 && interval.high == 17);
}

TEST(too_few_values_or_launches_have_no_percentile)
{
    const size_t six[] = {70, 70, 70, 70, 70, 66}, one[] = {COUNT};
    struct interval interval;
    double percentile = -1;

    CHECK(percentile_estimate(values, six, 6, 0.99, &percentile, &interval) == 5);
    CHECK(percentile_estimate(values, one, 1, 0.5, &percentile, &interval) == 1);
    CHECK(percentile == -1);
    CHECK(percentile_estimate(values, six, 6, 0.9, &percentile, &interval) == 6);
    CHECK(percentile != -1);
}

TEST(launches_that_are_too_short_are_taken_together)
{
    size_t short_launches[12];
    struct interval interval;
    double percentile;

    for (size_t i = 0; i < 12; i++)
        short_launches[i] = 40;
    for (size_t i = 0; i < 12 * 40; i++)
        values[i] = i % 80 == 79 ? 100 + (double)i / 80 : 1;
    CHECK(percentile_estimate(values, short_launches, 11, 0.99, &percentile, &interval) == 5);
    CHECK(percentile_estimate(values, short_launches, 12, 0.99, &percentile, &interval) == 6);
    CHECK(percentile > 50); /* each batch of two has one long run in 80 */
}

TEST(the_intervals_contain_the_percentile_of_a_typical_launch_as_often_as_they_say)
{
    const double probabilities[] = {0.5, 0.9, 0.99};

    for (int i = 0; i < 3; i++) {
        CHECK(coverage(probabilities[i], 0) > 0.92);
        CHECK(coverage(probabilities[i], 0.1) > 0.92);
        CHECK(coverage(probabilities[i], 1) > 0.92);
    }
    CHECK(coverage(0.999, 0) > 0.92); /* batches of three launches */
}
