/* SPDX-License-Identifier: BSD-3-Clause */
/* Percentiles and their intervals; how often these contain the truth is found by simulation. */
#include "comops/statistics/percentile.h"
#include "tests/tap.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

enum { CLUSTERS = 12, EACH = 300, COUNT = CLUSTERS * EACH, TRIALS = 300 };

static double values[COUNT], sorted[COUNT];
static size_t counts[CLUSTERS];

/* Values of standard deviation 1 whose clusters differ by `between`. */
static void draw(gsl_rng *random, double between)
{
    for (size_t i = 0; i < CLUSTERS; i++) {
        const double cluster = gsl_ran_gaussian_ziggurat(random, between);

        counts[i] = EACH;
        for (size_t j = 0; j < EACH; j++)
            values[i * EACH + j] = cluster + gsl_ran_gaussian_ziggurat(random, 1);
    }
    memcpy(sorted, values, sizeof sorted);
    gsl_sort(sorted, 1, COUNT);
}

static const struct clustered drawn = {sorted, values, COUNT, counts, CLUSTERS};

/* The share of the intervals that contain the quantile p; negative if half of the trials give none.
 */
static double coverage(double p, double between, double (*effective)(double p))
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    const double truth = gsl_cdf_gaussian_Pinv(p, sqrt(1 + between * between));
    int held = 0, given = 0;

    for (int trial = 0; trial < TRIALS; trial++) {
        struct interval interval;

        draw(random, between);
        if (!percentile_interval(sorted, COUNT, p, effective(p), &interval))
            continue;
        given++;
        held += interval.low <= truth && truth <= interval.high;
    }
    gsl_rng_free(random);
    return given > TRIALS / 2 ? (double)held / given : -1;
}

static double all_values(double p)
{
    (void)p;
    return COUNT;
}

static double as_clusters_tell(double p)
{
    return percentile_effective(&drawn, p);
}

TEST(a_percentile_is_one_of_the_values)
{
    const double some[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    CHECK(percentile_of(some, 10, 0.5) == 5 && percentile_of(some, 10, 0.9) == 9);
    CHECK(percentile_of(some, 10, 0.99) == 10 && percentile_of(some, 1, 0.5) == 1);
}

TEST(few_values_do_not_bound_a_high_percentile)
{
    static double many[4000];
    struct interval interval;

    for (int i = 0; i < 4000; i++)
        many[i] = i + 1;
    /* All are below the quantile with 0.999^n, which is 2.5 % at 3688. */
    CHECK(!percentile_interval(many, 3687, 0.999, 3687, &interval));
    CHECK(percentile_interval(many, 3688, 0.999, 3688, &interval) && interval.high == 3688);
    CHECK(!percentile_interval(many, 4000, 0.999, 3687, &interval));
    CHECK(!percentile_interval(many, 4000, 0.5, 0, &interval));
}

TEST(of_the_median_of_independent_values_it_is_the_interval_that_assumes_nothing)
{
    struct interval ours, other;

    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

    draw(random, 0);
    gsl_rng_free(random);
    CHECK(percentile_interval(sorted, COUNT, 0.5, COUNT, &ours) &&
          statistics_median_interval(values, COUNT, STATISTICS_CONFIDENCE, &other));
    CHECK(ours.low == other.low && ours.high == other.high);
}

TEST(intervals_of_values_that_resemble_each_other_contain_the_truth_as_often_as_they_say)
{
    const double probabilities[] = {0.5, 0.9, 0.99};

    for (int i = 0; i < 3; i++) {
        CHECK(coverage(probabilities[i], 0, as_clusters_tell) > 0.92);
        CHECK(coverage(probabilities[i], 0.1, as_clusters_tell) > 0.92);
    }
    CHECK(coverage(0.5, 1, as_clusters_tell) > 0.92);
    /* And would not if each value counted as one. */
    CHECK(coverage(0.5, 1, all_values) < 0.5);
}

TEST(a_dozen_clusters_that_differ_as_much_as_values_do_not_bound_a_high_percentile)
{
    CHECK(coverage(0.99, 1, as_clusters_tell) < 0);
    CHECK(coverage(0.99, 1, all_values) < 0.5); /* which an interval would not have shown */
}

TEST(a_single_cluster_does_not_tell_how_much_clusters_differ)
{
    const struct clustered alone = {sorted, values, EACH, counts, 1};

    CHECK(percentile_effective(&alone, 0.5) == 0);
}
