/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/warnings.h"
#include "comops/statistics/statistics.h"
#include "tests/cells.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static const struct clock_quality fine = {.step_ns = 1, .cost_ns = 20};

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-4;
}

TEST(six_rising_values_have_a_trend)
{
    double chance, change;

    /* S = 15, variance 28.33: z = 14 / 5.323 */
    CHECK(trend_test((double[]){1, 2, 3, 4, 5, 6}, 6, &chance, &change));
    CHECK(near(chance, 0.00853) && near(change, 5));
    CHECK(!trend_test((double[]){1, 2, 3, 4, 5}, 5, &chance, &change));
}

TEST(ties_lessen_the_variance_of_a_trend)
{
    double chance, change;

    /* S = 11, variance 64.33; scipy.stats.theilslopes gives 0.464286 a step */
    CHECK(trend_test((double[]){3, 1, 4, 1, 5, 9, 2, 6}, 8, &chance, &change));
    CHECK(near(chance, erfc(10 / sqrt(2 * 64.333333))) && near(change, 7 * 0.464286));
    CHECK(trend_test((double[]){2, 2, 2, 2, 2, 2}, 6, &chance, &change));
    CHECK(chance == 1 && change == 0);
}

/* Quantiles of a uniform and a normal distribution, without their extremes. */
static double uniform(int i, int count)
{
    return (i + 0.5) / count;
}

static double normal(int i, int count)
{
    double low = -6, high = 6;

    for (int step = 0; step < 60; step++) {
        const double middle = (low + high) / 2;

        *(erfc(-middle / sqrt(2)) / 2 < uniform(i, count) ? &low : &high) = middle;
    }
    return low;
}

TEST(one_mode_is_not_two)
{
    struct modes modes;
    double values[100];

    for (int i = 0; i < 100; i++)
        values[i] = 10 + normal(i, 100);
    CHECK(!bimodality_test(values, 100, &modes) && modes.distance < 3);
    for (int i = 0; i < 100; i++)
        values[i] = 10 + uniform(i, 100);
    CHECK(!bimodality_test(values, 100, &modes) && modes.distance < 4);
}

TEST(two_modes_are_found_whatever_the_order)
{
    struct modes modes;
    double values[100];

    for (int i = 0; i < 100; i++)
        values[i] = (i % 4 ? 20 : 10) + normal(i, 100);
    CHECK(bimodality_test(values, 100, &modes));
    CHECK(fabs(modes.low - 10) < 0.1 && fabs(modes.high - 20) < 0.1 && modes.share == 0.75);
    values[0] = 1000; /* one value is no mode */
    for (int i = 1; i < 100; i++)
        values[i] = normal(i, 100);
    CHECK(!bimodality_test(values, 100, &modes));
}

static struct cell cell;

/* So many launches of three blocks of four samples; `us` says which. */
static void fill(int launches, double (*us)(int launch, int sample))
{
    cells_begin(&cell, "threads", "fake", 8);
    for (int launch = 0; launch < launches; launch++) {
        if (launch)
            cell_begin_launch(&cell);
        for (int sample = 0; sample < 12; sample++) {
            if (sample % 4 == 0)
                cell_begin_block(&cell, 0);
            cell_add_sample(&cell, us(launch, sample));
        }
    }
}

static double steady(int launch, int sample)
{
    return 10 + 0.01 * ((launch * 7 + sample * 5) % 11);
}

static double warming(int launch, int sample)
{
    return steady(launch, sample) * (sample ? 1 : 2);
}

static double slowing(int launch, int sample)
{
    return steady(launch, sample) + 0.3 * launch;
}

static double bimodal(int launch, int sample)
{
    return steady(launch, sample) * ((launch + sample) % 2 ? 1 : 1.2);
}

static double spiky(int launch, int sample)
{
    return steady(launch, sample) * ((launch + sample) % 12 == 5 ? 3 : 1);
}

static bool warns_only(double (*us)(int launch, int sample), int launches, int warning)
{
    fill(launches, us);
    const unsigned warnings = warnings_of(&cell, &fine);

    cell_free(&cell);
    return warnings == (warning < 0 ? 0 : 1u << warning);
}

TEST(each_fault_has_its_warning_and_no_other)
{
    CHECK(warns_only(steady, 9, -1));
    CHECK(warns_only(steady, 5, WARNING_FEW));
    CHECK(warns_only(slowing, 9, WARNING_DRIFTING));
    CHECK(warns_only(bimodal, 9, WARNING_TWO_MODES));
    CHECK(warns_only(spiky, 9, WARNING_OUTLIERS));
}

TEST(a_slow_first_sample_of_each_launch_is_noticed)
{
    fill(9, warming);
    CHECK(warnings_of(&cell, &fine) & 1u << WARNING_FIRST_SLOW);
    cell_free(&cell);
}

TEST(late_starts_a_coarse_clock_and_too_many_ranks_are_noticed)
{
    static const struct clock_quality coarse = {.step_ns = 200, .cost_ns = 20};

    fill(9, steady);
    CHECK(warnings_of(&cell, &coarse) == 1u << WARNING_COARSE_CLOCK);
    cell.oversubscribed = true;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_OVERSUBSCRIBED);
    cell.oversubscribed = false;
    cell.voided = cell.count;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_LATE);
    strcpy(cell.error, "wrong data");
    CHECK(warnings_of(&cell, &coarse) == 0);
    cell_free(&cell);
}

static double spiky_and_short(int launch, int sample)
{
    return spiky(launch, sample) / 100;
}

TEST(a_multiple_of_a_short_time_is_no_outlier)
{
    CHECK(warns_only(spiky_and_short, 9, -1));
}

/* What the second rank lost or faulted in every so manieth block, from that of `first` on. */
static void disturb(enum disturbance what, double much, int every, int first)
{
    for (int block = 0; block < (int)cell.block_count; block++) {
        struct disturbances ranks[2] = {{.watched_us = 20000}, {.watched_us = 19000}};

        ranks[0].of[DISTURBANCE_STOLEN] = ranks[1].of[DISTURBANCE_STOLEN] = NAN;
        ranks[1].of[what] = block % every == first ? much : 0;
        cell_disturbances_add(&cell.disturbances, ranks, 2, 40);
    }
}

/* The second sample of a launch is long. */
static double starting(int launch, int sample)
{
    return steady(launch, sample) * (sample == 1 ? 3 : 1);
}

static unsigned warnings_disturbed(double (*us)(int launch, int sample), enum disturbance what,
                                   double much, int every, int first)
{
    fill(9, us);
    disturb(what, much, every, first);
    const unsigned warnings = warnings_of(&cell, &fine);

    cell_free(&cell);
    return warnings;
}

TEST(another_program_is_blamed_with_evidence_only)
{
    CHECK(warnings_disturbed(spiky, DISTURBANCE_WAITED, 190, 1, 0) == 1u << WARNING_OUTLIERS);
    CHECK(warnings_disturbed(spiky, DISTURBANCE_WAITED, 210, 1, 0) == 1u << WARNING_NOISY);
    CHECK(warnings_disturbed(steady, DISTURBANCE_STOLEN, 10000, 9, 0) == 1u << WARNING_NOISY);
    CHECK(warnings_disturbed(steady, DISTURBANCE_STOLEN, 10000, 27, 0) == 0);
    /* The kernel's short work, such as the timer's, is none. */
    CHECK(warnings_disturbed(steady, DISTURBANCE_SWITCHES, 3, 1, 0) == 0);
}

TEST(ranks_that_share_cores_are_not_blamed_on_others)
{
    fill(9, spiky);
    disturb(DISTURBANCE_WAITED, 500, 1, 0);
    cell.oversubscribed = true;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_OVERSUBSCRIBED);
    cell_free(&cell);
}

TEST(page_faults_in_each_run_explain_two_modes)
{
    const unsigned faults = 1u << WARNING_PAGE_FAULTS, two_modes = 1u << WARNING_TWO_MODES;

    CHECK(warnings_disturbed(bimodal, DISTURBANCE_FAULTS, 40, 3, 0) == faults);
    CHECK(warnings_disturbed(bimodal, DISTURBANCE_FAULTS, 39, 3, 0) == two_modes);
    CHECK(warnings_disturbed(steady, DISTURBANCE_FAULTS, 40, 9, 0) == 0);
    fill(9, steady);
    disturb(DISTURBANCE_FAULTS, 40, 1, 0);
    cell.bytes = 1 << 20; /* it would be much more */
    CHECK(warnings_of(&cell, &fine) == 0);
    cell_free(&cell);
}

TEST(page_faults_explain_the_outliers_of_their_block)
{
    CHECK(warnings_disturbed(starting, DISTURBANCE_FAULTS, 40, 9, 0) == 1u << WARNING_OUTLIERS);
    fill(9, starting);
    disturb(DISTURBANCE_FAULTS, 40, 3, 0);
    cell.bytes = 1 << 20;
    CHECK(warnings_of(&cell, &fine) == 0);
    cell_free(&cell);
}

TEST(a_few_of_few_stamps_are_chance)
{
    fill(6, steady);
    cell.voided = 4;
    CHECK(warnings_of(&cell, &fine) == 0);
    cell.voided = 5;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_LATE);
    cell_free(&cell);
}

TEST(a_clock_is_not_too_coarse_for_runs_that_spread_over_its_steps)
{
    static const struct clock_quality coarse = {.step_ns = 200, .cost_ns = 20};

    fill(9, steady);
    for (int i = 0; i < 100; i++)
        cell_add_stamp(&cell, 1 + 0.2 * (i % 4));
    CHECK(warnings_of(&cell, &coarse) == 0);
    for (int i = 0; i < 300; i++)
        cell_add_stamp(&cell, 1);
    CHECK(warnings_of(&cell, &coarse) == 1u << WARNING_COARSE_CLOCK);
    cell_free(&cell);
}

TEST(samples_that_cannot_be_told_from_an_empty_run_are_said)
{
    fill(9, steady);
    cell.floored = cell.count / 10;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_NOT_RESOLVED);
    cell.floored = 1;
    CHECK(warnings_of(&cell, &fine) == 0);
    cell_free(&cell);
}

TEST(clocks_that_are_shown_to_differ_are_said_where_it_matters)
{
    fill(9, steady);
    cell_compare_clocks(&cell, 0, 1, -0.25, 0.06); /* of 10 us */
    CHECK(warnings_of(&cell, &fine) == 0);
    cell_compare_clocks(&cell, 0, 2, 0.1, 0.06);
    CHECK(cell.clock_offset.ranks[1] == 1);
    cell_compare_clocks(&cell, 1, 2, 0.3, 0.06);
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_CLOCK_OFFSET);
    cell_compare_clocks(&cell, 0, 1, 0.9, 0.8); /* may be less */
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_CLOCK_OFFSET);
    cell_free(&cell);
}

TEST(reading_that_takes_much_of_the_time_is_said)
{
    fill(9, steady);
    CHECK(!isfinite(cell.reading_us) && warnings_of(&cell, &fine) == 0);
    cell.reading_us = 3; /* of 10 us */
    CHECK(warnings_of(&cell, &fine) == 0);
    cell.reading_us = 4;
    CHECK(warnings_of(&cell, &fine) == 1u << WARNING_READING);
    cell_free(&cell);
}
