/* SPDX-License-Identifier: BSD-3-Clause */
/* Against values worked out by hand from the binomial distribution. */
#include "comops/statistics/statistics.h"
#include "tests/tap.h"

static void count_up(double *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = i + 1;
}

TEST(median_of_an_odd_count_is_the_one_in_the_middle)
{
    CHECK(statistics_median((double[]){3, 1, 2}, 3) == 2);
    CHECK(statistics_median((double[]){7}, 1) == 7);
}

TEST(median_of_an_even_count_is_the_midpoint)
{
    CHECK(statistics_median((double[]){4, 1, 3, 2}, 4) == 2.5);
}

TEST(five_values_cannot_give_a_95_percent_interval)
{
    struct interval interval;

    /* 1 - 2/2^5 = 0.9375 */
    CHECK(!statistics_median_interval((double[]){1, 2, 3, 4, 5}, 5, STATISTICS_CONFIDENCE,
                                      &interval));
    CHECK(!statistics_median_interval(NULL, 0, STATISTICS_CONFIDENCE, &interval));
}

TEST(only_some_counts_come_near_95_percent)
{
    /* 7 values: 98.4 %, 8: 99.2 %, 9: 96.1 %, 13: 97.8 % */
    CHECK(!statistics_interval_is_close(0) && !statistics_interval_is_close(5));
    CHECK(statistics_interval_is_close(6) && !statistics_interval_is_close(7));
    CHECK(!statistics_interval_is_close(8) && statistics_interval_is_close(9));
    CHECK(statistics_interval_is_close(12) && !statistics_interval_is_close(13));
    CHECK(statistics_interval_is_close(15) && statistics_interval_is_close(20));
}

TEST(six_values_give_their_extremes)
{
    struct interval interval;

    /* 1 - 2/2^6 = 0.96875; without the extremes 1 - 2 * 7/64 = 0.78 */
    CHECK(statistics_median_interval((double[]){6, 5, 4, 3, 2, 1}, 6, STATISTICS_CONFIDENCE,
                                     &interval));
    CHECK(interval.low == 1 && interval.high == 6);
}

/* Largest k with the sum of C(n, i) / 2^n over i < k at most 0.025, in exact integers. */
TEST(the_order_statistics_are_those_of_the_exact_binomial_sums)
{
    static const struct {
        int count, low, high;
    } table[] = {{8, 1, 8},    {9, 2, 8},    {10, 2, 9},  {20, 6, 15},
                 {30, 10, 21}, {50, 18, 33}, {70, 27, 44}};
    double values[128];
    struct interval interval;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        count_up(values, table[i].count);
        CHECK(statistics_median_interval(values, (size_t)table[i].count, STATISTICS_CONFIDENCE,
                                         &interval));
        CHECK(interval.low == table[i].low);
        CHECK(interval.high == table[i].high);
    }
}

TEST(a_large_count_neither_overflows_nor_loses_the_interval)
{
    enum { COUNT = 100000 };
    double *values = malloc(COUNT * sizeof *values);
    struct interval interval;

    count_up(values, COUNT);
    CHECK(statistics_median_interval(values, COUNT, STATISTICS_CONFIDENCE, &interval));
    /* Normal approximation: n/2 -+ 0.98 sqrt(n), within two ranks. */
    CHECK(interval.low > 49688 && interval.low < 49693);
    CHECK(interval.high > 50308 && interval.high < 50313);
    free(values);
}

TEST(half_width_is_relative_to_the_centre)
{
    CHECK(statistics_relative_half_width((struct interval){9, 11}, 10) == 0.1);
}

TEST(lueckes_filter_drops_the_first_and_what_is_far_above_the_median)
{
    double groups[51] = {1000};
    bool dropped[51];

    for (int i = 1; i < 51; i++)
        groups[i] = 10;
    groups[7] = 18; /* 1.8 times the median is not above it */
    groups[8] = 19;
    CHECK(statistics_filtered_mean(groups, 51, dropped) == (48 * 10 + 18) / 49.0);
    CHECK(dropped[0] && dropped[8] && !dropped[7] && !dropped[50]);
}

TEST(lueckes_filter_drops_at_most_a_tenth)
{
    double groups[51];
    bool dropped[51];
    int count = 0;

    for (int i = 0; i < 51; i++)
        groups[i] = i <= 40 ? 10 : 100 + i; /* ten of fifty are far above */
    /* 141..145 stay, 146..150 go */
    CHECK(statistics_filtered_mean(groups, 51, dropped) ==
          (40 * 10 + 141 + 142 + 143 + 144 + 145) / 45.0);
    for (int i = 0; i < 51; i++)
        count += dropped[i];
    CHECK(count == 6 && dropped[0] && dropped[50] && !dropped[45]);
}

TEST(a_shuffle_keeps_every_index)
{
    int order[100], seen[100] = {0};
    uint64_t state = 3;

    for (int i = 0; i < 100; i++)
        order[i] = i;
    random_shuffle(order, 100, &state);
    for (int i = 0; i < 100; i++)
        seen[order[i]]++;
    for (int i = 0; i < 100; i++)
        CHECK(seen[i] == 1);
}
