/* SPDX-License-Identifier: BSD-3-Clause */
/* From options and a machine to cells. */
#include "comops/contract/registry.h"
#include "comops/plan/names.h"
#include "comops/plan/plan.h"
#include "comops/text/text.h"
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

static bool good; /* whether the last plan could be made */

static struct plan make(const char *machine_text, int argc, char **argv)
{
    struct options options;
    struct plan plan;
    struct machine *machine = synthetic(machine_text);

    argv[0] = "comops run";
    options_parse(&options, argc, argv);
    good = machine && planner_make(&plan, &options, machine, paths, 2);
    machine_free(machine);
    options_free(&options);
    return plan;
}

#define MAKE(machine, ...)                                                                         \
    make(machine, (int)(sizeof((char *[]){NULL, __VA_ARGS__}) / sizeof(char *)),                   \
         (char *[]){NULL, __VA_ARGS__, NULL})

static const char two_cores[] = "pack:1 l3:1 core:2 pu:1";
static const char two_nodes[] = "pack:2 numa:1 l3:1 core:4 pu:1";

TEST(the_default_takes_the_papers_four_ranks_or_as_many_as_there_are_cores)
{
    struct plan plan = MAKE(two_cores, "--seed=1");

    CHECK(good && plan.count && plan.groups[0].ranks == 2);
    plan_free(&plan);
    plan = MAKE(two_nodes, "--seed=1");
    CHECK(good && plan.count && plan.groups[0].ranks == 4);
    plan_free(&plan);
}

TEST(a_placement_the_machine_lacks_is_left_out_with_a_note)
{
    struct plan plan = MAKE(two_cores, "--sizes=8", "--placements=bus,crossbar");

    CHECK(good && plan.tables == 2); /* pingpong and reduce on the bus */
    CHECK(text_list_length(plan.notes) == 1 && strstr(plan.notes[0], "crossbar"));
    plan_free(&plan);
    plan = MAKE(two_cores, "--sizes=8"); /* nobody asked for crossbar */
    CHECK(good && plan.tables == 2 && text_list_length(plan.notes) == 0);
    plan_free(&plan);
    plan = MAKE(two_nodes, "--sizes=8");
    CHECK(good && plan.tables == 4 && text_list_length(plan.notes) == 0);
    plan_free(&plan);
}

/* How many groups have this pattern, placement and number of ranks. */
static int count(const struct plan *plan, const char *pattern, const char *placement, int ranks)
{
    int found = 0;

    for (const struct group *one = plan->groups; one < plan->groups + plan->count; one++)
        found += strcmp(one->pattern->name, pattern) == 0 &&
                 strcmp(one->placement->name, placement) == 0 && one->ranks == ranks;
    return found;
}

TEST(a_machine_with_siblings_is_asked_by_default_whether_they_beat_cores)
{
    struct plan plan = MAKE("pack:1 l3:1 core:8 pu:2", "--quick");

    CHECK(count(&plan, "pingpong", "smt", 2) == 3 && count(&plan, "reduce", "smt", 2) == 3);
    CHECK(count(&plan, "pingpong", "bus", 2) == 3 && count(&plan, "reduce", "bus", 2) == 3);
    CHECK(count(&plan, "pingpong", "bus", 4) == 3 && plan.tables == 6);
    CHECK(text_list_length(plan.notes) == 0);
    plan_free(&plan);
    plan = MAKE("pack:1 l3:1 core:2 pu:2", "--quick"); /* two cores are measured anyway */
    CHECK(count(&plan, "pingpong", "smt", 2) == 3 && plan.tables == 4);
    plan_free(&plan);
    plan = MAKE("pack:1 l3:1 core:8 pu:1", "--quick");
    CHECK(count(&plan, "pingpong", "smt", 2) == 0 && count(&plan, "pingpong", "bus", 2) == 0);
    plan_free(&plan);
    for (int i = 0; i < 3; i++) { /* who says what to measure is not asked */
        static char *const words[] = {"--placements=bus", "--ranks=4", "--patterns=pingpong"};

        plan = MAKE("pack:1 l3:1 core:8 pu:2", words[i]);
        CHECK(plan.count && count(&plan, "pingpong", "smt", 2) == 0);
        plan_free(&plan);
    }
}

TEST(tables_that_differ_in_placement_alone_are_adjacent)
{
    struct plan plan = MAKE(two_nodes, "--sizes=8,64", "--ranks=2,4");

    CHECK(good && plan.tables == 8); /* two patterns, numbers of ranks and placements */
    for (size_t i = 0; i + 1 < plan.count; i++) {
        const struct group *one = &plan.groups[i], *next = one + 1;

        CHECK(next->table == one->table + (i % 2 == 1) &&
              next->bundle == one->bundle + (i % 4 == 3));
        CHECK(strcmp(one->placement->name, i % 4 < 2 ? "bus" : "crossbar") == 0);
    }
    CHECK(plan_differ_in_placement(&plan.groups[0], &plan.groups[2]) ||
          plan_differ_in_placement(&plan.groups[0], &plan.groups[3]));
    CHECK(!plan_differ_in_placement(&plan.groups[0], &plan.groups[1])); /* another size */
    CHECK(!plan_differ_in_placement(&plan.groups[0], &plan.groups[4])); /* another pattern */
    plan_free(&plan);
    plan = MAKE(two_nodes, "--sizes=8", "--patterns=pingpong", "--memory=local,interleave");
    CHECK(good && plan.tables == 4 && plan.groups[1].bundle == 0 && plan.groups[2].bundle == 1);
    plan_free(&plan);
}

TEST(cells_that_differ_in_path_or_protocol_alone_share_a_group)
{
    struct plan plan = MAKE(two_cores, "--patterns=pingpong", "--sizes=8");

    CHECK(good && plan.count == 1 && plan.groups[0].count == 3 && plan.cells == 3);
    plan_free(&plan);
    plan = MAKE(two_cores, "--patterns=pingpong", "--sizes=8", "--protocols=lock,sendrecv");
    CHECK(good && plan.count == 1 && plan.groups[0].count == 2);
    plan_free(&plan);
}

TEST(the_implementations_of_a_plan_are_those_that_are_measured)
{
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
    struct plan plan = MAKE(two_cores, "--sizes=7,8", "--patterns=reduce");

    CHECK(good && plan.count == 1 && plan.groups[0].bytes == 8);
    plan_free(&plan);
}

TEST(more_ranks_than_cores_need_to_be_forced)
{
    struct plan plan = MAKE(two_cores, "--ranks=4", "--sizes=8");

    CHECK(good && plan.count == 0);
    CHECK(text_list_length(plan.notes) > 0 && strstr(plan.notes[0], "--oversubscribe"));
    plan_free(&plan);
    plan = MAKE(two_cores, "--ranks=4", "--sizes=8", "--oversubscribe");
    CHECK(good && plan.count == 2 && plan.groups[0].placement->oversubscribed);
    plan_free(&plan);
}

TEST(an_unknown_name_is_refused)
{
    static char *const unknown[] = {"--patterns=telepathy", "--placements=moon", "--paths=smoke",
                                    "--protocols=pigeon",   "--buffers=blue",    "--consume=twice"};

    freopen("/dev/null", "w", stderr);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        (void)MAKE(two_cores, unknown[i]);
        CHECK(!good);
    }
}

TEST(the_method_of_luecke_needs_cold_buffers_and_so_a_known_cache)
{
    struct plan plan =
        MAKE("pack:1 core:2 pu:1", "--method=luecke", "--sizes=8", "--patterns=pingpong");
    CHECK(good && plan.count == 0 && strstr(plan.notes[0], "cold")); /* a machine without caches */
    plan_free(&plan);
    plan = MAKE("pack:1 l3:1(size=1048576) core:2 pu:1", "--method=luecke", "--sizes=8",
                "--patterns=pingpong");
    CHECK(good && plan.count == 1 && plan.groups[0].buffers == 2);
    plan_free(&plan);
}

static int groups_with(const struct plan *plan, enum consumption consume)
{
    int groups = 0;

    for (size_t i = 0; i < plan->count; i++)
        groups += plan->groups[i].consume == consume;
    return groups;
}

TEST(data_are_used_in_time_unless_asked_otherwise_or_measured_as_published)
{
    struct plan plan = MAKE(two_cores, "--sizes=8", "--patterns=pingpong");

    CHECK(good && plan.count == 1 && groups_with(&plan, CONSUME_TIMED) == 1);
    plan_free(&plan);
    plan = MAKE(two_cores, "--sizes=8", "--patterns=pingpong", "--method=imb");
    CHECK(good && plan.count == 1 && groups_with(&plan, CONSUME_NO) == 1);
    plan_free(&plan);
    plan = MAKE(two_cores, "--sizes=8", "--patterns=pingpong", "--consume=no,timed");
    CHECK(good && plan.count == 2 && groups_with(&plan, CONSUME_BETWEEN) == 0);
    plan_free(&plan);
}

/* Without a worker's offers: what the planner asks of each pattern. */
TEST(data_that_do_not_move_or_arrive_unseen_cannot_be_used_in_time)
{
    struct options options;
    const struct pattern *put = registry_pattern("put"), *barrier = registry_pattern("barrier");

    options_parse(&options, 2, (char *[]){"comops run", "--consume=timed", NULL});
    CHECK(names_select_consumption(&options, put, CONSUME_BETWEEN));
    CHECK(!names_select_consumption(&options, put, CONSUME_TIMED));
    CHECK(!names_select_consumption(&options, put, CONSUME_NO));
    CHECK(names_select_consumption(&options, barrier, CONSUME_NO));
    CHECK(!names_select_consumption(&options, barrier, CONSUME_TIMED));
    options_free(&options);
}
