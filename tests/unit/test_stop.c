/* SPDX-License-Identifier: BSD-3-Clause */
/* When measuring stops, and why: no machine is needed. */
#include "comops/run/stop.h"
#include "tests/tap.h"

#include <string.h>

/* Ten seconds of time, launches as by default. */
static const struct stop_state launches = {.least = 6, .most = 200, .looks_needed = 2, .share = 10};
/* The same of a single launch, in rounds. */
static const struct stop_state rounds = {.least = 10, .most = 100, .looks_needed = 1, .share = 10};

static enum stop after(struct stop_state state, int taken, int precise_looks, double spent)
{
    state.taken = taken;
    state.precise_looks = precise_looks;
    state.spent = spent;
    return stop_reason(&state);
}

TEST(launches_end_one_look_after_the_first_precise_one)
{
    CHECK(after(launches, 6, 0, 1) == STOP_NOT);
    CHECK(after(launches, 6, 1, 1) == STOP_NOT);
    CHECK(after(launches, 9, 2, 1) == STOP_PRECISE);
}

TEST(rounds_of_a_single_launch_end_at_the_first_precise_look)
{
    CHECK(after(rounds, 9, 1, 1) == STOP_NOT); /* there is no interval yet */
    CHECK(after(rounds, 10, 1, 1) == STOP_PRECISE);
}

TEST(the_share_of_time_may_be_exceeded_until_there_is_an_interval)
{
    CHECK(after(launches, 5, 0, 59) == STOP_NOT);
    CHECK(after(launches, 5, 0, 61) == STOP_BUDGET);
    CHECK(after(launches, 6, 0, 9) == STOP_NOT);
    CHECK(after(launches, 6, 0, 11) == STOP_BUDGET);
    CHECK(after(rounds, 9, 0, 59) == STOP_NOT && after(rounds, 9, 0, 61) == STOP_BUDGET);
    CHECK(after(rounds, 10, 0, 11) == STOP_BUDGET);
}

TEST(a_cell_without_a_sample_is_waited_for_but_not_for_ever)
{
    struct stop_state starved = launches;

    starved.starved = true;
    CHECK(after(starved, 6, 0, 11) == STOP_NOT);
    CHECK(after(starved, 6, 0, 62) == STOP_NOT);
    CHECK(after(starved, 6, 0, 64) == STOP_BUDGET);
    CHECK(after(starved, 200, 0, 11) == STOP_LAUNCHES);
    /* Another cell of the stage is starved: what is precise ends. */
    CHECK(after(starved, 9, 2, 11) == STOP_PRECISE);
}

TEST(there_is_a_greatest_number_of_launches_and_of_rounds)
{
    CHECK(after(launches, 199, 0, 1) == STOP_NOT && after(launches, 200, 0, 1) == STOP_LAUNCHES);
    CHECK(after(rounds, 99, 0, 1) == STOP_NOT && after(rounds, 100, 0, 1) == STOP_LAUNCHES);
}

TEST(a_method_takes_its_rounds_whatever_the_time_and_the_precision)
{
    struct stop_state method = rounds;

    method.method_rounds = 4;
    CHECK(after(method, 3, 0, 1000) == STOP_NOT && after(method, 3, 1, 1) == STOP_NOT);
    CHECK(after(method, 4, 0, 1) == STOP_METHOD);
    method.starved = true;
    CHECK(after(method, 4, 0, 62) == STOP_NOT && after(method, 5, 0, 64) == STOP_METHOD);
    CHECK(after(method, 100, 0, 1) == STOP_METHOD);
    method.starved = false;
    method.cut = true;
    CHECK(after(method, 3, 0, 1000) == STOP_NOT && after(method, 4, 0, 1) == STOP_BUDGET);
}

TEST(an_interruption_ends_everything)
{
    struct stop_state interrupted = launches;

    interrupted.interrupted = true;
    CHECK(after(interrupted, 9, 2, 1) == STOP_INTERRUPTED);
    interrupted.method_rounds = 4;
    CHECK(after(interrupted, 1, 0, 1) == STOP_INTERRUPTED);
}

TEST(a_cells_own_state_goes_before_its_groups_reason)
{
    CHECK(strcmp(stop_word(STOP_PRECISE, true, false), "error") == 0);
    CHECK(strcmp(stop_word(STOP_METHOD, false, true), "method") == 0);
    CHECK(strcmp(stop_word(STOP_BUDGET, false, true), "precise") == 0);
    CHECK(strcmp(stop_word(STOP_INTERRUPTED, false, false), "interrupted") == 0);
    CHECK(strcmp(stop_word(STOP_BUDGET, false, false), "budget") == 0);
    CHECK(strcmp(stop_word(STOP_LAUNCHES, false, false), "budget") == 0);
    CHECK(strcmp(stop_word(STOP_PRECISE, false, false), "budget") == 0);
}
