/* SPDX-License-Identifier: BSD-3-Clause */
/* Times that come from known lines, and the thesis's own table. */
#include "comops/findings/findings.h"
#include "tests/tap.h"

#include <math.h>

static struct fit_point points[20];
static struct piecewise piecewise;

static bool near(double value, double expected, double relative)
{
    return fabs(value - expected) <= relative * fabs(expected);
}

static double hash_noise(size_t i) /* between -1 and 1, the same everywhere */
{
    return (double)(i * 2654435761u % 1000) / 500 - 1;
}

/* The first `count` points: doubling sizes from 8 on; noise is relative. */
static void make(size_t count, double (*time)(double), double noise)
{
    for (size_t i = 0; i < count; i++) {
        const double bytes = 8 * pow(2, (double)i);

        points[i] = (struct fit_point){bytes, time(bytes) * (1 + noise * hash_noise(i + 1))};
    }
}

/* The number of segments found in 20 points; 0: none. */
static int segments_of(double (*time)(double), double noise)
{
    make(20, time, noise);
    return fit_piecewise(points, 20, &piecewise) ? piecewise.count : 0;
}

/* 0.5 us and 2 GB/s. */
static double line(double bytes)
{
    return 0.5 + bytes / 2000;
}

/* Eager to 32 KiB, then a rendezvous that costs 20 us more and copies once less. */
static double rendezvous(double bytes)
{
    return bytes <= 32768 ? 0.5 + bytes / 2000 : 20.5 + bytes / 4000;
}

/* 8 GB/s within a cache of 200 000 bytes, 1 GB/s beyond. */
static double cache(double bytes)
{
    return 0.5 + fmin(bytes, 200000) / 8000 + fmax(bytes - 200000, 0) / 1000;
}

/* Small messages take the same time. */
static double level(double bytes)
{
    return bytes <= 1024 ? 0.5 : 0.5 + (bytes - 1024) / 1000;
}

TEST(a_line_gives_its_latency_its_bandwidth_and_half_of_it)
{
    struct hockney fits[2];

    make(20, line, 0);
    CHECK(fit_hockney(points, 20, &fits[0]));
    CHECK(fit_robust(points, 20, &fits[1]));
    for (int i = 0; i < 2; i++) {
        CHECK(near(fits[i].latency_us.value, 0.5, 1e-6));
        CHECK(near(fits[i].bandwidth_MBps.value, 2000, 1e-6));
        CHECK(near(fits[i].half_bytes.value, 1000, 1e-6));
    }
}

/* The intercepts of full least squares on Table 5.1; those that the thesis prints are others. */
TEST(least_squares_of_the_thesis_s_table_are_what_its_formulas_give)
{
    static const double bytes[] = {8, 1e3, 1e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1.2e6, 1.5e6, 2e6};
    static const struct {
        double intercept, times[11];
    } machines[] = {{-68.8,
                     {10.40, 17.10, 37.48, 152.24, 274.05, 591.53, 1329.25, 2505.23, 3199.03,
                      5012.12, 6195.37}},
                    {13.2,
                     {37.88, 28.59, 40.93, 133.41, 241.02, 478.51, 1435.81, 3111.80, 4354.24,
                      4594.05, 5765.33}},
                    {158.4,
                     {48.84, 78.27, 205.95, 675.51, 1217.21, 2314.92, 6066.47, 11735.70, 14334.89,
                      17333.24, 22383.49}}};

    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct hockney hockney;

        for (int j = 0; j < 11; j++)
            points[j] = (struct fit_point){bytes[j], machines[i].times[j]};
        CHECK(fit_hockney(points, 11, &hockney));
        CHECK(fabs(hockney.latency_us.value - machines[i].intercept) < 0.05);
        CHECK(near(hockney.half_bytes.value,
                   hockney.latency_us.value * hockney.bandwidth_MBps.value, 1e-9));
    }
}

TEST(one_size_far_off_does_not_move_the_robust_line)
{
    struct hockney robust, squares;

    make(16, line, 0.01);
    points[9].time_us *= 5;
    points[15].time_us *= 3;
    CHECK(fit_robust(points, 16, &robust));
    CHECK(near(robust.latency_us.value, 0.5, 0.02) &&
          near(robust.bandwidth_MBps.value, 2000, 0.02));
    CHECK(robust.latency_us.interval.low <= 0.5 && robust.latency_us.interval.high >= 0.5);
    CHECK(fit_hockney(points, 16, &squares));
    CHECK(!near(squares.bandwidth_MBps.value, 2000, 0.5));
}

TEST(times_that_do_not_rise_have_no_bandwidth)
{
    static const struct fit_point falling[] = {{8, 3},  {16, 2},  {32, 2},
                                               {64, 2}, {128, 2}, {256, 1}};
    struct hockney hockney;

    CHECK(!fit_hockney(falling, 6, &hockney));
    CHECK(!fit_robust(falling, 6, &hockney));
    CHECK(fit_piecewise(falling, 6, &piecewise));
    CHECK(isinf(piecewise.segments[0].bandwidth_MBps) && piecewise.segments[0].latency_us > 1);
}

static const struct fit_point level_points[] = {{8, 1}, {16, 1.2}, {32, 0.9}, {64, 1.3}};

TEST(an_end_that_the_data_leave_open_is_infinite)
{
    struct hockney hockney;

    CHECK(fit_hockney(level_points, 4, &hockney));
    CHECK(isinf(hockney.bandwidth_MBps.interval.high));
    CHECK(isinf(hockney.half_bytes.interval.low) && isinf(hockney.half_bytes.interval.high));
}

TEST(a_line_has_no_breakpoint)
{
    for (double noise = 0; noise < 0.05; noise += 0.01)
        CHECK(segments_of(line, noise) == 1);
}

TEST(a_rendezvous_is_a_jump_between_the_sizes_around_it)
{
    CHECK(segments_of(rendezvous, 0.01) == 2);
    CHECK(!piecewise.continuous);
    CHECK(points[piecewise.segments[0].last].bytes == 32768);
    CHECK(points[piecewise.segments[1].first].bytes == 65536);
    CHECK(near(piecewise.segments[0].latency_us, 0.5, 0.05));
    CHECK(near(piecewise.segments[1].bandwidth_MBps, 4000, 0.05));
}

TEST(a_cache_s_size_is_a_bend_where_the_lines_meet)
{
    CHECK(segments_of(cache, 0.005) == 2);
    CHECK(piecewise.continuous);
    CHECK(near(piecewise.at[0], 200000, 0.1));
    CHECK(points[piecewise.segments[0].last].bytes == 131072);
    CHECK(near(piecewise.segments[0].bandwidth_MBps, 8000, 0.03));
    CHECK(near(piecewise.segments[1].bandwidth_MBps, 1000, 0.03));
}

TEST(small_messages_that_take_the_same_time_are_a_level_segment)
{
    CHECK(segments_of(level, 0.003) == 2);
    CHECK(near(piecewise.at[0], 1024, 0.1));
    CHECK(near(piecewise.segments[0].latency_us, 0.5, 0.01));
    CHECK(piecewise.segments[0].bandwidth_MBps > 100000);
}

TEST(too_few_sizes_have_fewer_fits)
{
    static const size_t expected[] = {0, 0, 0, 1, 1, 2, 3, 3};

    make(8, line, 0.01);
    for (size_t count = 1; count < 8; count++) {
        json_t *records = fit_json(points, count);

        CHECK(json_array_size(records) == expected[count]);
        json_decref(records);
    }
}

static json_t *member(json_t *record, const char *name, const char *inner)
{
    json_t *object = json_object_get(record, name);

    return inner ? json_object_get(object, inner) : object;
}

TEST(a_record_has_null_where_an_end_is_open_and_says_how_far_off_the_points_are)
{
    json_t *records = fit_json(level_points, 4), *record = json_array_get(records, 0);

    CHECK(json_is_null(json_array_get(member(record, "half_bytes", "ci95"), 0)));
    CHECK(json_is_real(json_array_get(member(record, "latency_us", "ci95"), 0)));
    CHECK(json_number_value(member(record, "deviation", NULL)) > 0.05);
    CHECK(json_number_value(member(record, "deviation", NULL)) < 0.3);
    CHECK(json_integer_value(member(record, "sizes", NULL)) == 4);
    json_decref(records);
}
