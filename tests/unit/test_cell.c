/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/registry.h"
#include "comops/findings/ratio.h"
#include "tests/pair.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static double number(const json_t *record, const char *name)
{
    return json_number_value(json_object_get(record, name));
}

static const json_t *item(const json_t *record, const char *name, size_t index)
{
    return json_array_get(json_object_get(record, name), index);
}

TEST(a_drift_that_both_cells_share_cancels_in_their_ratio)
{
    struct interval interval;

    begin_pair();
    for (int i = 1; i <= 10; i++) {
        if (i > 1)
            begin_launch();
        add_block(&a, i);
        add_block(&b, 3 * i);
    }
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(ratio.blocks == 10);
    CHECK(ratio.value == 3 && ratio.has_interval && is(ratio.interval, 3, 3));
    CHECK(cell_median(&a) == 5.5);
    CHECK(cell_interval(&a, &interval) && is(interval, 2, 9));
    free_pair();
}

TEST(a_single_launch_has_no_interval_however_many_blocks_it_has)
{
    struct interval interval;

    begin_pair();
    for (int i = 1; i <= 10; i++) {
        add_block(&a, i);
        add_block(&b, 3 * i);
    }
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(ratio.value == 3 && !ratio.has_interval && cell_time(&a) == 5.5);
    CHECK(!cell_interval(&a, &interval));
    free_pair();
}

TEST(the_time_is_that_of_the_launches_as_the_ratio_is)
{
    begin_pair();
    for (int i = 1; i <= 7; i++) {
        if (i > 1)
            begin_launch();
        for (int block = 0; block < (i < 3 ? 9 : 1); block++) { /* two launches have most samples */
            add_block(&a, i);
            add_block(&b, 3 * i);
        }
    }
    CHECK(cell_time(&a) == 4 && cell_time(&b) == 12 && cell_median(&a) == 2);
    CHECK(cell_ratio(&a, &b).value == cell_time(&b) / cell_time(&a));
    free_pair();
}

TEST(blocks_without_a_sample_and_a_missing_block_are_left_out)
{
    struct interval interval;

    begin_pair();
    add_block(&a, 2);
    cell_begin_block(&a, 0); /* all late */
    add_block(&a, 2);
    add_block(&b, 4);
    add_block(&b, 400);
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(ratio.blocks == 1);
    CHECK(ratio.value == 2 && !ratio.has_interval);
    CHECK(!cell_interval(&a, &interval));
    free_pair();
}

/* Launch i of `a` takes i, of `b` 3 i; within a launch the machine slows down. */
TEST(of_several_launches_the_interval_is_over_what_they_come_to)
{
    struct interval interval;

    begin_pair();
    for (int i = 1; i <= 6; i++) {
        if (i > 1)
            begin_launch();
        for (int block = 0; block < 3; block++) {
            add_block(&a, i + block);
            add_block(&b, 3 * (i + block));
        }
    }
    double *launches = cell_launches(&a);
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(launches[0] == 2 && launches[5] == 7); /* the block in the middle */
    CHECK(cell_interval(&a, &interval) && is(interval, 2, 7));
    CHECK(ratio.blocks == 18);
    CHECK(ratio.value == 3 && ratio.has_interval && is(ratio.interval, 3, 3));
    free(launches);
    free_pair();
}

TEST(a_launch_without_a_sample_is_no_launch_for_the_interval)
{
    struct interval interval;

    begin_pair();
    for (int i = 1; i <= 6; i++) {
        add_block(&b, i);
        begin_launch();
    }
    cell_begin_block(&b, 0); /* all late */
    CHECK(cell_interval(&b, &interval) && is(interval, 1, 6));
    json_t *record = cell_record(&b, registry_pattern("pingpong"));

    CHECK(json_array_size(json_object_get(record, "launches")) == 7);
    CHECK(json_is_null(item(record, "launch_us", 6)));
    json_decref(record);
    free_pair();
}

/* One block: the exchange alone takes 10, the computing alone 20. */
static void add_overlap(double both_us)
{
    add_block(&a, both_us);
    cell_add_parts(&a, (struct cell_parts){10, 20});
}

TEST(the_overlap_is_what_is_saved_of_the_shorter_part)
{
    static const struct {
        double both_us, percent;
    } cases[] = {{30, 0}, {20, 100}, {25, 50}, {40, 0}, {15, 100}};
    struct overlap overlap;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin_pair();
        CHECK(!cell_overlap(&a, &overlap)); /* nothing yet */
        add_overlap(cases[i].both_us);
        CHECK(cell_overlap(&a, &overlap) && overlap.percent == cases[i].percent);
        CHECK(overlap.exchange_us == 10 && overlap.computing_us == 20 && !overlap.has_interval);
        add_block(&b, 30);
        CHECK(!cell_overlap(&b, &overlap)); /* it does not compute */
        free_pair();
    }
}

TEST(the_interval_of_an_overlap_is_over_the_launches)
{
    struct overlap overlap;

    begin_pair();
    for (int launch = 0; launch < 6; launch++) {
        if (launch)
            begin_launch();
        add_overlap(launch < 3 ? 29 : 27);
        add_overlap(launch < 3 ? 29 : 27);
        add_overlap(20); /* no launch's median */
        add_block(&a, 20);
        cell_add_parts(&a, (struct cell_parts){NAN, 20}); /* void */
    }
    CHECK(cell_overlap(&a, &overlap) && overlap.has_interval);
    CHECK(overlap.percent == 20 && is(overlap.interval, 10, 30));
    json_t *record = cell_record(&a, registry_pattern("pingpong"));
    const json_t *found = json_object_get(record, "overlap");

    CHECK(number(found, "percent") == 20 && json_number_value(item(found, "ci95", 1)) == 30);
    json_decref(record);
    free_pair();
}

TEST(a_record_says_what_was_seen)
{
    begin_pair();
    b.seen[1].pu = 1;
    b.seen[0].node = 3;
    b.node_temporary = -2;
    cell_begin_block(&b, 0);
    cell_add_sample(&b, 4);
    cell_add_sample(&b, 2);
    cell_add_sample(&b, 6);
    json_t *record = cell_record(&b, registry_pattern("pingpong"));

    CHECK(json_is_true(json_object_get(record, "valid")));
    CHECK(number(record, "median_us") == 4);
    CHECK(number(record, "rate_MBps") == 250); /* 1000 bytes / 4 us, one way */
    CHECK(json_is_null(json_object_get(record, "ci95_us")));
    CHECK(json_integer_value(item(record, "pus", 1)) == 1);
    CHECK(json_integer_value(item(record, "numa", 0)) == 3);
    CHECK(json_is_null(item(record, "numa", 1)));
    CHECK(strcmp(json_string_value(json_object_get(record, "numa_temporary")), "mixed") == 0);
    CHECK(json_array_size(json_object_get(record, "samples_us")) == 3);
    json_decref(record);

    b.method = method_named("comops"); /* the paper's rate: bytes by round trip */
    record = cell_record(&b, registry_pattern("pingpong"));
    CHECK(number(record, "rate_MBps") == 125);
    json_decref(record);
    free_pair();
}

TEST(an_invalid_cell_has_its_error_and_no_median)
{
    begin_pair();
    add_block(&b, 1);
    strcpy(b.error, "wrong \"data\"\n");
    json_t *record = cell_record(&b, registry_pattern("pingpong"));

    CHECK(json_is_false(json_object_get(record, "valid")));
    CHECK(!json_object_get(record, "median_us"));
    CHECK(strcmp(json_string_value(json_object_get(record, "error")), b.error) == 0);
    json_decref(record);
    free_pair();
}
