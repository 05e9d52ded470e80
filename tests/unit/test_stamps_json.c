/* SPDX-License-Identifier: BSD-3-Clause */
/* Stamps are packed into a cell's record, and nothing is lost. */
#include "comops/results/stamps_json.h"
#include "tests/cells.h"
#include "tests/tap.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

enum { LAUNCHES = 8, BLOCKS = 3, STAMPS = 200 };

static const struct pattern one_way = {.messages = 1}, there_and_back = {.messages = 2};

/* Stamp `index` of a launch, nanoseconds of a whole run. */
static int made_up(int launch, int index)
{
    return index == 7 ? 123456789 : index == 9 ? -3 : 60 + (index * 37 + launch) % 41;
}

static struct cell begin(int launches, double messages)
{
    struct cell cell;

    cells_begin(&cell, "threads", "direct", 8);
    for (int launch = 0; launch < launches; launch++) {
        if (launch)
            cell_begin_launch(&cell);
        for (int i = 0; i < BLOCKS * STAMPS; i++) {
            if (i % STAMPS == 0)
                cell_begin_block(&cell, 0.02);
            cell_add_stamp(&cell, made_up(launch, i) / messages / 1e3);
        }
        cell_begin_block(&cell, 0); /* one that is void */
    }
    return cell;
}

/* Which value the packed list has at `index`. */
static int unpacked(const json_t *packed, size_t index)
{
    const json_t *steps = json_object_get(packed, "steps"),
                 *counts = json_object_get(packed, "counts");
    size_t end = 0;
    int value = 0;

    for (size_t i = 0; i < json_array_size(steps) && end <= index; i++) {
        value += (int)json_integer_value(json_array_get(steps, i));
        end += (size_t)json_integer_value(json_array_get(counts, i));
    }
    return end > index ? value : -1;
}

TEST(every_stamp_comes_out_as_it_was_packed)
{
    enum { LAUNCHES_HERE = 2, ALL = LAUNCHES_HERE * BLOCKS * STAMPS };

    struct cell cell = begin(LAUNCHES_HERE, 2);
    json_t *packed = stamps_json(&cell, &there_and_back);
    double made[ALL];

    for (int i = 0; i < ALL; i++)
        made[i] = made_up(i / (ALL / LAUNCHES_HERE), i % (ALL / LAUNCHES_HERE));
    double *sorted = statistics_sorted(made, ALL);

    CHECK(json_number_value(json_object_get(packed, "unit_us")) == 0.0005);
    for (size_t i = 0; i < ALL; i++)
        CHECK(unpacked(packed, i) == sorted[i]);
    CHECK(unpacked(packed, ALL) == -1);
    free(sorted);
    json_decref(packed);
    cell_free(&cell);
}

static double of(const json_t *percentiles, const char *name)
{
    return json_number_value(json_object_get(json_object_get(percentiles, name), "us"));
}

static bool has_interval(const json_t *percentiles, const char *name)
{
    return json_is_array(json_object_get(json_object_get(percentiles, name), "ci95"));
}

static json_int_t count_of(const json_t *percentiles, const char *name, const char *what)
{
    return json_integer_value(json_object_get(json_object_get(percentiles, name), what));
}

/* The fewest runs of a launch, or the most. */
static json_int_t runs_of(const json_t *percentiles, size_t most)
{
    return json_integer_value(
        json_array_get(json_object_get(json_object_get(percentiles, "max"), "runs"), most));
}

TEST(a_percentile_has_an_interval_or_the_number_of_its_batches)
{
    struct cell cell = begin(LAUNCHES, 1), few = begin(1, 1);
    json_t *all = stamps_percentiles_json(&cell), *of_one = stamps_percentiles_json(&few);

    CHECK(fabs(of(all, "p50") - 0.080) < 0.0015 && fabs(of(all, "p90") - 0.096) < 0.0015);
    CHECK(has_interval(all, "p50") && has_interval(all, "p99"));
    /* Eight launches of 600 stamps are four batches of 667. */
    CHECK(!has_interval(all, "p99.9") && count_of(all, "p99.9", "batch") == 667);
    CHECK(count_of(all, "p99.9", "batches") == 4);
    CHECK(json_is_null(json_object_get(json_object_get(all, "p99.9"), "us")));
    CHECK(!has_interval(of_one, "p50") && count_of(of_one, "p50", "batches") == 1);
    CHECK(json_number_value(json_object_get(all, "max_us")) == 123456.789);
    CHECK(has_interval(all, "max") && of(all, "max") == 123456.789);
    CHECK(runs_of(all, 0) == 600 && runs_of(all, 1) == 600);
    CHECK(!has_interval(of_one, "max") && count_of(of_one, "max", "batches") == 1);
    json_decref(all);
    json_decref(of_one);
    cell_free(&cell);
    cell_free(&few);
}

TEST(no_percentile_is_negative)
{
    struct cell cell;

    cells_begin(&cell, "threads", "put", 8);
    for (int launch = 0; launch < 6; launch++) {
        if (launch)
            cell_begin_launch(&cell);
        cell_begin_block(&cell, 0.02);
        for (int i = 0; i < 10; i++)
            cell_add_stamp(&cell, -0.002);
    }
    json_t *all = stamps_percentiles_json(&cell), *packed = stamps_json(&cell, &one_way);

    CHECK(has_interval(all, "p90") && of(all, "p50") == 0 && of(all, "p90") == 0);
    CHECK(unpacked(packed, 0) == -2);
    json_decref(all);
    json_decref(packed);
    cell_free(&cell);
}

/* The bytes that stamps take whose times spread by a tenth, from a run of so many nanoseconds. */
static size_t bytes_of(double run_ns, int stamps)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    struct cell cell;

    cells_begin(&cell, "threads", "direct", 8);
    cell_begin_block(&cell, 0.02);
    for (int i = 0; i < stamps; i++)
        cell_add_stamp(&cell, run_ns * (1 + gsl_ran_gaussian_ziggurat(random, 0.1)) / 1e3);
    json_t *packed = stamps_json(&cell, &one_way);
    const size_t bytes = json_dumpb(packed, NULL, 0, JSON_COMPACT | JSON_REAL_PRECISION(9));

    gsl_rng_free(random);
    json_decref(packed);
    cell_free(&cell);
    return bytes;
}

TEST(all_stamps_of_300_cells_take_less_than_a_megabyte)
{
    /* Three rounds of 25 launches, with blocks of 0.5 ms: 256 stamps of short runs, 10 of long
     * ones.
     */
    CHECK(75 * (bytes_of(100, 19200) + bytes_of(1500, 19200) + bytes_of(1e4, 3750) +
                bytes_of(1e6, 750)) <
          1000000);
}
