/* SPDX-License-Identifier: BSD-3-Clause */
/* Ratios over rounds that two cells share, and over launches that is all they share. */
#include "comops/findings/ratio.h"
#include "tests/pair.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

TEST(a_ratio_is_that_of_the_times_and_its_interval_contains_it)
{
    const double first[] = {1, 2, 3, 1, 2, 1}, second[] = {1, 4, 9, 9, 18, 10};

    begin_pair();
    for (int i = 0; i < 6; i++) {
        if (i > 0)
            begin_launch();
        add_block(&a, first[i]);
        add_block(&b, second[i]);
    }
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(ratio.value == cell_time(&b) / cell_time(&a) && fabs(ratio.value - 9 / 1.5) < 1e-9);
    CHECK(is(ratio.interval, 1, 10));
    free_pair();
}

TEST(an_interval_that_would_leave_out_the_ratio_of_the_times_reaches_to_it)
{
    begin_pair();
    for (int i = 0; i < 9; i++) {
        if (i > 0)
            begin_launch();
        add_block(&a, i < 4 ? 1 : 10); /* half of the launches are slow: of a five, of b four */
        add_block(&b, i < 5 ? 1 : 10);
    }
    const struct ratio ratio = cell_ratio(&a, &b), back = cell_ratio(&b, &a);

    CHECK(ratio.value == 0.1 && is(ratio.interval, 0.1, 1) && is(ratio.ci90, 0.1, 1));
    CHECK(back.value == 10 && is(back.interval, 1, 10));
    CHECK(ratio_decision(&ratio) == DECISION_UNDECIDED);
    free_pair();
}

TEST(the_interval_for_equivalence_is_the_narrower)
{
    begin_pair();
    for (int i = 1; i <= 8; i++) {
        if (i > 1)
            begin_launch();
        add_block(&a, 1);
        add_block(&b, i);
    }
    const struct ratio ratio = cell_ratio(&a, &b);

    CHECK(is(ratio.interval, 1, 8) && is(ratio.ci90, 2, 7));
    free_pair();
}

/* A launch of this number in its stage, with these rounds. */
static void add_launch(struct cell *cell, uint32_t number, int rounds, double us)
{
    if (cell->block_count)
        cell_begin_launch(cell);
    cell->launch_numbers[cell->launch_count - 1] = number;
    for (int i = 0; i < rounds; i++)
        add_block(cell, us * (1 + i)); /* the median is that of the round in the middle */
}

TEST(cells_of_two_groups_are_compared_in_the_launches_that_both_have)
{
    begin_pair();
    for (uint32_t launch = 1; launch <= 12; launch++) {
        if (launch % 4 != 0) /* this group sits every fourth out */
            add_launch(&a, launch, 1, launch);
        if (launch <= 9) /* this one ends earlier */
            add_launch(&b, launch, 3, launch);
    }
    const struct ratio ratio = ratio_of_launches(&a, &b);

    CHECK(ratio.launches == 7 && ratio.blocks == 0 && !ratio.has_levels);
    CHECK(ratio.value == 2 && ratio.has_interval && is(ratio.interval, 2, 2));
    CHECK(ratio_decision(&ratio) == DECISION_FASTER);
    free_pair();
}

TEST(launches_in_which_a_cell_has_no_time_are_left_out)
{
    begin_pair();
    for (uint32_t launch = 1; launch <= 7; launch++) {
        add_launch(&a, launch, 1, 1);
        add_launch(&b, launch, launch == 3 ? 0 : 1, 3);
    }
    const struct ratio ratio = ratio_of_launches(&a, &b);

    CHECK(ratio.launches == 6 && ratio.value == 3 && ratio.has_interval);
    free_pair();
}

TEST(without_six_launches_in_common_there_is_no_interval_and_without_any_no_ratio)
{
    begin_pair();
    for (uint32_t launch = 1; launch <= 8; launch++) {
        add_launch(&a, launch, 1, 1);
        add_launch(&b, launch + 3, 1, 2);
    }
    const struct ratio some = ratio_of_launches(&a, &b);

    CHECK(some.launches == 5 && some.value == 2 && !some.has_interval);
    CHECK(ratio_decision(&some) == DECISION_UNDECIDED);
    for (size_t i = 0; i < b.launch_count; i++)
        b.launch_numbers[i] += 100;
    const struct ratio none = ratio_of_launches(&a, &b);

    CHECK(none.launches == 0 && isnan(none.value));
    free_pair();
}

/* Uniform from -1 to 1. */
static double uniform(void)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

TEST(the_interval_over_launches_holds_the_true_ratio_while_the_machine_drifts)
{
    enum { CAMPAIGNS = 4000, LAUNCHES = 12 };
    int held = 0;

    for (int i = 0; i < CAMPAIGNS; i++) {
        double speed = 1;

        begin_pair();
        for (uint32_t launch = 1; launch <= LAUNCHES; launch++) {
            struct cell *const cells[] = {&a, &b};
            const int first = uniform() > 0; /* groups take turns in a new order */
            const double luck = 1 + 0.2 * uniform();

            for (int turn = 0; turn < 2; turn++) {
                const int which = (first + turn) % 2;

                speed *= 1 + 0.05 * uniform();
                add_launch(cells[which], launch, 1,
                           (which ? 1.5 : 1) * luck * speed * (1 + 0.03 * uniform()));
            }
        }
        const struct ratio ratio = ratio_of_launches(&a, &b);

        held += ratio.interval.low <= 1.5 && 1.5 <= ratio.interval.high;
        free_pair();
    }
    printf("# held in %d of %d\n", held, CAMPAIGNS);
    CHECK(held >= CAMPAIGNS * 0.95);
}

TEST(a_record_without_common_rounds_says_in_how_many_launches_both_were_measured)
{
    begin_pair();
    b.placement = "smt";
    b.oversubscribed = true;
    for (uint32_t launch = 1; launch <= 6; launch++) {
        add_launch(&a, launch, 1, 1);
        add_launch(&b, launch, 1, 2);
    }
    const struct ratio ratio = ratio_of_launches(&a, &b);
    json_t *record = ratio_record("placement_ratio", &a, &b, &ratio);
    const char *kind, *first, *other, *decision;
    double value;
    int launches, oversubscribed;

    CHECK(json_unpack(record, "{ss s{ss} s{ss} sf ss si sb}", "record", &kind, "a", "placement",
                      &first, "b", "placement", &other, "ratio", &value, "decision", &decision,
                      "launches", &launches, "oversubscribed", &oversubscribed) == 0);
    CHECK(strcmp(kind, "placement_ratio") == 0 && value == 2 && launches == 6 && oversubscribed);
    CHECK(strcmp(first, "bus") == 0 && strcmp(other, "smt") == 0);
    CHECK(!json_object_get(record, "rounds") && !json_object_get(record, "spread"));
    json_decref(record);
    free_pair();
}
