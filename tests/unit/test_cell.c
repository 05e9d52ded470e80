/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/registry.h"
#include "tests/cells.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static void add_block(struct cell *cell, double a, double b, double c)
{
    cell_begin_block(cell, 0);
    cell_add_sample(cell, a);
    cell_add_sample(cell, b);
    cell_add_sample(cell, c);
}

TEST(a_drift_that_both_cells_share_cancels_in_their_ratio)
{
    struct cell a, b;
    struct interval interval;
    double ratio;
    bool known;

    cells_begin(&a, "threads", "fake", 1000);
    cells_begin(&b, "mpi", "fake", 1000);
    for (int i = 1; i <= 10; i++) {
        add_block(&a, i, i, i);
        add_block(&b, 3 * i, 3 * i, 3 * i);
    }
    CHECK(cell_ratio(&a, &b, &ratio, &interval, &known) == 10);
    CHECK(ratio == 3 && known && interval.low == 3 && interval.high == 3);
    CHECK(cell_median(&a) == 5.5);
    CHECK(cell_interval(&a, &interval) && interval.low == 2 && interval.high == 9);
    cell_free(&a);
    cell_free(&b);
}

TEST(blocks_without_a_sample_and_a_missing_block_are_left_out)
{
    struct cell a, b;
    struct interval interval;
    double ratio;
    bool known;

    cells_begin(&a, "threads", "fake", 1000);
    cells_begin(&b, "mpi", "fake", 1000);
    add_block(&a, 2, 2, 2);
    cell_begin_block(&a, 0); /* all late */
    add_block(&a, 2, 2, 2);
    add_block(&b, 4, 4, 4);
    add_block(&b, 400, 400, 400);
    CHECK(cell_ratio(&a, &b, &ratio, &interval, &known) == 1);
    CHECK(ratio == 2 && !known);
    CHECK(!cell_interval(&a, &interval));
    cell_free(&a);
    cell_free(&b);
}

/* Launch i of `a` takes i, of `b` 3 i; within a launch the machine slows down. */
TEST(of_several_launches_the_interval_is_over_what_they_come_to)
{
    struct cell a, b;
    struct interval interval;
    double ratio;
    bool known;

    cells_begin(&a, "threads", "fake", 1000);
    cells_begin(&b, "mpi", "fake", 1000);
    for (int i = 1; i <= 6; i++) {
        if (i > 1) {
            cell_begin_launch(&a);
            cell_begin_launch(&b);
        }
        for (int block = 0; block < 3; block++) {
            const double time = i + block;

            add_block(&a, time, time, time);
            add_block(&b, 3 * time, 3 * time, 3 * time);
        }
    }
    double *launches = cell_launches(&a);

    CHECK(launches[0] == 2 && launches[5] == 7); /* the block in the middle */
    CHECK(cell_interval(&a, &interval) && interval.low == 2 && interval.high == 7);
    CHECK(cell_ratio(&a, &b, &ratio, &interval, &known) == 18);
    CHECK(ratio == 3 && known && interval.low == 3 && interval.high == 3);
    free(launches);
    cell_free(&a);
    cell_free(&b);
}

TEST(a_launch_without_a_sample_is_no_launch_for_the_interval)
{
    struct cell cell;
    struct interval interval;

    cells_begin(&cell, "mpi", "fake", 1000);
    for (int i = 1; i <= 6; i++) {
        if (i > 1)
            cell_begin_launch(&cell);
        add_block(&cell, i, i, i);
    }
    cell_begin_launch(&cell);
    cell_begin_block(&cell, 0); /* all late */
    CHECK(cell_interval(&cell, &interval) && interval.low == 1 && interval.high == 6);
    json_t *record = cell_record(&cell, registry_pattern("pingpong"));

    CHECK(json_array_size(json_object_get(record, "launches")) == 7);
    CHECK(json_is_null(json_array_get(json_object_get(record, "launch_us"), 6)));
    json_decref(record);
    cell_free(&cell);
}

static double number(const json_t *record, const char *name)
{
    return json_number_value(json_object_get(record, name));
}

TEST(a_record_says_what_was_seen)
{
    struct cell cell;
    json_t *record;

    cells_begin(&cell, "mpi", "fake", 1000);
    cell.pus[1] = 1;
    cell.nodes[0] = 3;
    cell.nodes[1] = -1;
    cell.node_temporary = -2;
    add_block(&cell, 4, 2, 6);
    record = cell_record(&cell, registry_pattern("pingpong"));
    CHECK(json_is_true(json_object_get(record, "valid")));
    CHECK(number(record, "median_us") == 4);
    CHECK(number(record, "rate_MBps") == 250); /* 1000 bytes / 4 us, one way */
    CHECK(json_is_null(json_object_get(record, "ci95_us")));
    CHECK(json_integer_value(json_array_get(json_object_get(record, "pus"), 1)) == 1);
    CHECK(json_integer_value(json_array_get(json_object_get(record, "numa"), 0)) == 3);
    CHECK(json_is_null(json_array_get(json_object_get(record, "numa"), 1)));
    CHECK(strcmp(json_string_value(json_object_get(record, "numa_temporary")), "mixed") == 0);
    CHECK(json_array_size(json_object_get(record, "samples_us")) == 3);
    json_decref(record);

    cell.method = method_named("comops"); /* the paper's rate: bytes by round trip */
    record = cell_record(&cell, registry_pattern("pingpong"));
    CHECK(number(record, "rate_MBps") == 125);
    json_decref(record);
    cell_free(&cell);
}

TEST(an_invalid_cell_has_its_error_and_no_median)
{
    struct cell cell;

    cells_begin(&cell, "mpi", "fake", 1000);
    add_block(&cell, 1, 2, 3);
    strcpy(cell.error, "wrong \"data\"\n");
    json_t *record = cell_record(&cell, registry_pattern("pingpong"));

    CHECK(json_is_false(json_object_get(record, "valid")));
    CHECK(!json_object_get(record, "median_us"));
    CHECK(strcmp(json_string_value(json_object_get(record, "error")), cell.error) == 0);
    json_decref(record);
    cell_free(&cell);
}
