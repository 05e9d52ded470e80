/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/choice.h"
#include "comops/tuning/tuning_json.h"
#include "tests/tap.h"

#include <math.h>

static const uint32_t steps[] = {2, 6, 10, 14, 20};

TEST(the_fixed_way_stays_unless_another_is_clearly_faster)
{
    CHECK(choice_fastest((double[]){0.98, 1.2}, 2) == 0);
    CHECK(choice_fastest((double[]){NAN, NAN}, 2) == 0);
    CHECK(choice_fastest((double[]){0.9, 0.8}, 2) == 2);
    CHECK(choice_fastest((double[]){0.9, NAN}, 2) == 1);
}

TEST(a_limit_lies_before_the_first_step_that_is_slower)
{
    CHECK(choice_limit(steps, (double[]){0.5, 0.7, 0.9, 1.1, 0.8}, 5, 10) == 10);
    CHECK(choice_limit(steps, (double[]){0.5, 1.2, 0.9, 0.8, 0.8}, 5, 10) == 2);
    CHECK(choice_limit(steps, (double[]){1.5, 0.7, 0.9, 0.8, 0.8}, 5, 10) == 0);
    CHECK(choice_limit(steps, (double[]){0.5, 0.7, 0.8, 0.9, 0.9}, 5, 10) == 20);
}

TEST(a_limit_that_is_undecided_stays_the_fixed_one)
{
    CHECK(choice_limit(steps, (double[]){1.01, 1.02, 1, 0.99, 0.99}, 5, 10) == 10);
    CHECK(choice_limit(steps, (double[]){1.01, 1.02, 1, 0.99, 0.99}, 5, 6) == 6);
}

TEST(steps_that_were_not_measured_take_nothing_away)
{
    CHECK(choice_limit(steps, (double[]){NAN}, 1, 10) == 10);
    CHECK(choice_limit(steps, (double[]){0.5, 0.6, 0.7, 0.8, NAN}, 5, 10) == 14);
}

TEST(a_tuning_survives_its_record)
{
    const struct tuning all[] = {
        {true, POLL_PAUSE, POLL_FENCE, 0, 0, 0},
        {true, POLL_FENCE, POLL_NOTHING, 10, 6, 1 << 20},
        {true, POLL_NOTHING, POLL_PAUSE, TUNING_LINES_MOST, TUNING_LINES_MOST, UINT32_MAX}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        json_t *json = tuning_json(&all[i]);
        struct tuning back;

        CHECK(tuning_parse(json, &back));
        CHECK(back.known && back.poll_turns == all[i].poll_turns &&
              back.poll_lines == all[i].poll_lines && back.small_lines == all[i].small_lines &&
              back.prefetched_lines == all[i].prefetched_lines &&
              back.both_copy_from == all[i].both_copy_from);
        json_decref(json);
    }
}

static bool parses(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    struct tuning tuning;
    const bool good = tuning_parse(json, &tuning);

    json_decref(json);
    return good;
}

#define ENTRY(poll, small, prefetched)                                                             \
    "{\"poll_turns\": \"pause\", \"poll_lines\": \"" poll "\", \"small_lines\": " small            \
    ", \"prefetched_lines\": " prefetched "}"

TEST(what_is_no_tuning_is_refused)
{
    CHECK(parses(ENTRY("fence", "10", "6")));
    CHECK(!parses(ENTRY("sleep", "10", "6")));
    CHECK(!parses(ENTRY("fence", "41", "6")));
    CHECK(!parses(ENTRY("fence", "10", "-1")));
    CHECK(!parses(ENTRY("fence", "\"10\"", "6")));
    CHECK(!parses("{\"poll_lines\": \"pause\", \"small_lines\": 10, \"prefetched_lines\": 6}"));
    CHECK(!parses("[]"));
}
