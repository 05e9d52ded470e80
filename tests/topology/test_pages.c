/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/pages.h"

#include "tests/tap.h"

#include "machines.h"

#include <string.h>

/* What was decided, as "0 1" or "refused: why". */
static const char *decide(const char *machine_name, const char *seats, int ranks,
                          const char *policy)
{
    static char text[1024];
    struct machine *machine = machine_open(machine_name);
    struct placement *placement = placement_plan(machine, seats, ranks, false);
    int used = 0;

    if (placement->refused) {
        snprintf(text, sizeof(text), "no seats: %s", placement->refused);
    } else {
        struct pages *pages = pages_plan(machine, policy, placement);

        for (int rank = 0; pages->nodes && rank < ranks; rank++)
            used += snprintf(text + used, sizeof(text) - (size_t)used, "%s%d", rank ? " " : "",
                             pages->nodes[rank]);
        if (pages->refused)
            snprintf(text, sizeof(text), "refused: %s", pages->refused);
        pages_free(pages);
    }
    placement_free(placement);
    machine_free(machine);
    return text;
}

static bool decides(const char *machine, const char *seats, int ranks, const char *policy,
                    const char *expected)
{
    const char *found = decide(machine, seats, ranks, policy);

    if (strcmp(found, expected))
        printf("# %s on %s: %s\n", policy, machine, found);
    return !strcmp(found, expected);
}

static const char *const two_nodes = "pack:2 [numa(memory=1073741824)] core:4 pu:1";

TEST(local_pages_lie_with_their_rank_and_remote_ones_with_the_root_or_the_partner)
{
    CHECK(decides(two_nodes, "crossbar", 4, "local", "0 1 0 1"));
    CHECK(decides(two_nodes, "crossbar", 4, "root", "0 0 0 0"));
    CHECK(decides(two_nodes, "crossbar", 4, "peer", "1 0 1 0"));
    CHECK(decides(two_nodes, "crossbar", 3, "peer", "1 0 0")); /* the last has no partner */
    CHECK(decides(two_nodes, "bus", 2, "node:1", "1 1"));
    CHECK(decides(two_nodes, "bus", 2, "interleave", "-2 -2"));
}

TEST(a_node_or_kind_that_is_not_there_is_refused_with_what_is)
{
    CHECK(decides(two_nodes, "bus", 2, "node:2",
                  "refused: this machine has no NUMA node 2 that may be used"));
    CHECK(
        decides(two_nodes, "bus", 2, "kind:hbm",
                "refused: this machine has no memory of the kind hbm; hwloc knows: none by name"));
    CHECK(decides("pack:1 [numa(memory=0)] core:2 pu:1", "bus", 2, "peer",
                  "refused: rank 0's partner sits where there is no memory"));
}

TEST(the_nearest_memory_of_a_kind_is_taken)
{
    CHECK(decides("64intel64-heteromem.xml", "crossbar", 2, "local", "0 1"));
    CHECK(decides("64intel64-heteromem.xml", "crossbar", 2, "kind:HBM", "7 4"));
}

TEST(where_pages_were_found_agrees_unless_it_is_another_node)
{
    CHECK(pages_agree(1, 1) && !pages_agree(1, 0) && !pages_agree(0, BIND_NODE_MIXED));
    CHECK(pages_agree(1, BIND_NODE_UNKNOWN)); /* the kernel does not say */
    CHECK(pages_agree(PAGES_INTERLEAVED, BIND_NODE_MIXED) && pages_agree(PAGES_ANYWHERE, 3));
}

TEST(a_policy_is_known_by_its_name)
{
    CHECK(pages_is_policy("local") && pages_is_policy("node:12") && pages_is_policy("kind:hbm"));
    CHECK(!pages_is_policy("node:") && !pages_is_policy("node:x") && !pages_is_policy("moon"));
}
