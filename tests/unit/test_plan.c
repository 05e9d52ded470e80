/* SPDX-License-Identifier: BSD-3-Clause */
/* What is measured, and how: from options and a machine to cells, and from times to repeats. */
#include "comops/plan/names.h"
#include "comops/plan/plan.h"
#include "comops/run/sampling.h"
#include "comops/statistics/random.h"
#include "tests/tap.h"

#include <string.h>

static struct offer threads_offers[] = {
    {"barrier", "pingpong", "", .copies = "2", .lines = "1", .waits = "1"},
    {"lock", "pingpong", ""},
    {"barrier", "reduce", ""}};
static struct offer mpi_offers[] = {{"sendrecv", "pingpong", ""}, {"library", "reduce", ""}};
static struct path paths[] = {
    {.label = "threads", .offers = threads_offers, .offer_count = 3},
    {.label = "mpi", .offers = mpi_offers, .offer_count = 2},
};

static struct machine *synthetic(const char *description)
{
    char why[256];

    setenv("HWLOC_SYNTHETIC", description, 1);
    return machine_load(NULL, why, sizeof why);
}

static void parse(struct options *options, int argc, char **argv)
{
    argv[0] = "comops run";
    options_parse(options, argc, argv);
}

static struct plan make(const char *machine_text, int argc, char **argv, bool *good)
{
    struct options options;
    struct plan plan;
    struct machine *machine = synthetic(machine_text);

    parse(&options, argc, argv);
    *good = machine && plan_make(&plan, &options, machine, paths, 2);
    machine_free(machine);
    options_free(&options);
    return plan;
}

#define MAKE(machine, ...)                                                                         \
    make(machine, (int)(sizeof((char *[]){NULL, __VA_ARGS__}) / sizeof(char *)),                   \
         (char *[]){NULL, __VA_ARGS__, NULL}, &good)

static const char two_cores[] = "pack:1 l3:1 core:2 pu:1";
static const char two_nodes[] = "pack:2 numa:1 l3:1 core:4 pu:1";

TEST(the_default_takes_the_papers_four_ranks_or_as_many_as_there_are_cores)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--seed=1");

    CHECK(good && plan.count && plan.groups[0].ranks == 2);
    plan_free(&plan);
    plan = MAKE(two_nodes, "--seed=1");
    CHECK(good && plan.count && plan.groups[0].ranks == 4);
    plan_free(&plan);
}

TEST(a_placement_the_machine_lacks_is_left_out_with_a_note)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--sizes=8");

    CHECK(good && plan.tables == 2); /* pingpong and reduce on the bus */
    CHECK(plan.note_count == 1 && strstr(plan.notes[0], "crossbar"));
    plan_free(&plan);
    plan = MAKE(two_nodes, "--sizes=8");
    CHECK(good && plan.tables == 4 && plan.note_count == 0);
    plan_free(&plan);
}

TEST(cells_that_differ_in_path_or_protocol_alone_share_a_group)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--patterns=pingpong", "--sizes=8");

    CHECK(good && plan.count == 1 && plan.groups[0].count == 3 && plan.cells == 3);
    plan_free(&plan);
    plan = MAKE(two_cores, "--patterns=pingpong", "--sizes=8", "--protocols=lock,sendrecv");
    CHECK(good && plan.count == 1 && plan.groups[0].count == 2);
    plan_free(&plan);
}

TEST(the_implementations_of_a_plan_are_those_that_are_measured)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--patterns=pingpong");
    json_t *list = plan_implementations(&plan, paths, 2), *first = json_array_get(list, 0);

    CHECK(good && json_array_size(list) == 3);
    CHECK(strcmp(json_string_value(json_object_get(first, "path")), "threads") == 0);
    CHECK(strcmp(json_string_value(json_object_get(first, "protocol")), "barrier") == 0);
    CHECK(strcmp(json_string_value(json_object_get(first, "copies")), "2") == 0);
    CHECK(json_is_null(json_object_get(json_array_get(list, 2), "waits")));
    json_decref(list);
    plan_free(&plan);
}

TEST(a_seed_gives_the_same_order_again_and_another_seed_another)
{
    bool good;
    int differ = 0;
    struct plan a = MAKE(two_cores, "--seed=5"), b = MAKE(two_cores, "--seed=5"),
                c = MAKE(two_cores, "--seed=6");

    CHECK(a.count == b.count && a.count == c.count && a.count == 24);
    for (size_t i = 0; i < a.count; i++) {
        CHECK(a.groups[i].bytes == b.groups[i].bytes);
        differ += a.groups[i].bytes != c.groups[i].bytes;
    }
    CHECK(differ > 0);
    plan_free(&a);
    plan_free(&b);
    plan_free(&c);
}

TEST(sizes_that_are_no_whole_elements_are_left_out_of_a_reduction)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--sizes=7,8", "--patterns=reduce");

    CHECK(good && plan.count == 1 && plan.groups[0].bytes == 8);
    plan_free(&plan);
}

TEST(more_ranks_than_cores_need_to_be_forced)
{
    bool good;
    struct plan plan = MAKE(two_cores, "--ranks=4", "--sizes=8");

    CHECK(good && plan.count == 0);
    CHECK(plan.note_count > 0 && strstr(plan.notes[0], "--oversubscribe"));
    plan_free(&plan);
    plan = MAKE(two_cores, "--ranks=4", "--sizes=8", "--oversubscribe");
    CHECK(good && plan.count == 2 && plan.groups[0].placement->oversubscribed);
    plan_free(&plan);
}

TEST(an_unknown_name_is_refused)
{
    bool good;

    freopen("/dev/null", "w", stderr);
    (void)MAKE(two_cores, "--patterns=telepathy");
    CHECK(!good);
    (void)MAKE(two_cores, "--placements=moon");
    CHECK(!good);
    (void)MAKE(two_cores, "--paths=smoke");
    CHECK(!good);
    (void)MAKE(two_cores, "--protocols=pigeon");
    CHECK(!good);
    (void)MAKE(two_cores, "--buffers=blue");
    CHECK(!good);
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

static const struct clock_quality clock_here = {.step_ns = 10, .cost_ns = 20};
static const struct pattern non_overlapping = {.non_overlapping = true},
                            open = {.non_overlapping = false};

TEST(short_runs_that_cannot_overlap_are_looped_and_all_others_isolated)
{
    CHECK(sampling_of(&clock_here, "adaptive", &non_overlapping, false, 200, 200).loop);
    CHECK(!sampling_of(&clock_here, "adaptive", &non_overlapping, false, 700, 700).loop);
    CHECK(sampling_of(&clock_here, "adaptive", &non_overlapping, false, 5000, 200)
              .loop); /* as its pair */
    CHECK(!sampling_of(&clock_here, "adaptive", &open, false, 200, 200).loop);
    CHECK(!sampling_of(&clock_here, "adaptive", &non_overlapping, true, 200, 200)
               .loop); /* would time what prepares */
    CHECK(sampling_of(&clock_here, "comops", &open, false, 1e9, 200).loop);
}

TEST(a_sample_lasts_long_enough_for_the_clock)
{
    const struct sampling loop =
        sampling_of(&clock_here, "adaptive", &non_overlapping, false, 200, 200);
    const struct sampling isolated = sampling_of(&clock_here, "adaptive", &open, false, 200, 200);

    CHECK(loop.runs * 200 >= 500 * 30 && loop.stamps_per_sample == 1);
    CHECK(isolated.runs == 1 && isolated.stamps_per_sample == 25);
    CHECK(isolated.empty_runs > 0 && loop.empty_runs == 0);
    CHECK(sampling_of(&clock_here, "adaptive", &open, false, 1e6, 1e6).stamps_per_sample == 1);
    CHECK(sampling_of(&clock_here, "comops", &non_overlapping, false, 1e6, 1e6).runs == 10);
}

TEST(caches_are_filled_again_before_a_block_unless_that_takes_long)
{
    CHECK(sampling_warmups(100) == 500);
    CHECK(sampling_warmups(1e5) == 4 && sampling_warmups(1e6) == 4);
    CHECK(sampling_warmups(2.5e6) == 2 && sampling_warmups(1e9) == 1);
}

TEST(the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run)
{
    const struct pattern there_and_back = {.messages = 2},
                         barrier = {.messages = 1, .synchronises = true};
    const struct pattern collective = {.messages = 1}, alone = {.messages = 1, .isolated = true};
    const struct sampling apart = sampling_of(&clock_here, "imb", &collective, false, 200, 200);
    const struct sampling isolated = sampling_of(&clock_here, "imb", &alone, false, 200, 200);

    CHECK(sampling_of(&clock_here, "imb", &there_and_back, false, 200, 200).loop);
    CHECK(sampling_of(&clock_here, "imb", &barrier, false, 200, 200).loop);
    CHECK(!apart.loop && apart.barrier_each && apart.runs == 10000);
    CHECK(!isolated.loop && !isolated.barrier_each && isolated.runs == 1);
    CHECK(sampling_buffers("imb") == BUFFERS_REUSE &&
          sampling_buffers("comops") == BUFFERS_REWRITE);
}

TEST(the_published_methods_take_their_published_number_of_trials)
{
    bool good;
    const struct sampling luecke =
        sampling_of(&clock_here, "luecke", &non_overlapping, true, 200, 200);
    const struct sampling thesis =
        sampling_of(&clock_here, "thesis", &non_overlapping, false, 200, 200);

    CHECK(!luecke.loop && luecke.block_samples * sampling_rounds("luecke") == 51);
    CHECK(!thesis.loop && thesis.block_samples * sampling_rounds("thesis") == 10000);
    CHECK(luecke.empty_runs == 0 &&
          thesis.empty_runs == 0); /* nothing is taken off what was published */
    CHECK(sampling_rounds("adaptive") == 0);
    struct plan plan =
        MAKE("pack:1 core:2 pu:1", "--method=luecke", "--sizes=8", "--patterns=pingpong");
    CHECK(good && plan.count == 0 && strstr(plan.notes[0], "cold")); /* a machine without caches */
    plan_free(&plan);
    plan = MAKE("pack:1 l3:1(size=1048576) core:2 pu:1", "--method=luecke", "--sizes=8",
                "--patterns=pingpong");
    CHECK(good && plan.count == 1 && plan.groups[0].buffers == 2);
    plan_free(&plan);
}

int main(void)
{
    RUN(the_default_takes_the_papers_four_ranks_or_as_many_as_there_are_cores);
    RUN(a_placement_the_machine_lacks_is_left_out_with_a_note);
    RUN(cells_that_differ_in_path_or_protocol_alone_share_a_group);
    RUN(the_implementations_of_a_plan_are_those_that_are_measured);
    RUN(a_seed_gives_the_same_order_again_and_another_seed_another);
    RUN(sizes_that_are_no_whole_elements_are_left_out_of_a_reduction);
    RUN(more_ranks_than_cores_need_to_be_forced);
    RUN(an_unknown_name_is_refused);
    RUN(a_shuffle_keeps_every_index);
    RUN(short_runs_that_cannot_overlap_are_looped_and_all_others_isolated);
    RUN(a_sample_lasts_long_enough_for_the_clock);
    RUN(caches_are_filled_again_before_a_block_unless_that_takes_long);
    RUN(the_method_of_imb_loops_what_imb_loops_and_times_all_else_run_by_run);
    RUN(the_published_methods_take_their_published_number_of_trials);
    return tap_done();
}
