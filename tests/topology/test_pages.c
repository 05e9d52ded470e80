/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/pages.h"

#include "tests/tap.h"

#include "machines.h"

#include <string.h>

/* The nodes, as "0 1" or "refused: why". */
static const char *decide(const char *machine_name, const char *name, int ranks, const char *policy)
{
    static char text[1024];
    struct machine *machine = machine_open(machine_name);
    struct placement *placement = placement_plan(machine, name, ranks, false);
    int used = 0;

    if (placement->refused) {
        snprintf(text, sizeof(text), "no placement: %s", placement->refused);
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

#define TWO_NODES "pack:2 [numa(memory=1073741824)] core:4 pu:1"

static const struct {
    const char *machine, *placement;
    int ranks;
    const char *policy, *expected;
} decisions[] = {
    /* Local pages are on their rank's node, the others on the node of rank 0 or of the partner. */
    {TWO_NODES, "crossbar", 4, "local", "0 1 0 1"},
    {TWO_NODES, "crossbar", 4, "root", "0 0 0 0"},
    {TWO_NODES, "crossbar", 4, "peer", "1 0 1 0"},
    {TWO_NODES, "crossbar", 3, "peer", "1 0 0"}, /* the last rank has no partner */
    {TWO_NODES, "bus", 2, "node:1", "1 1"},
    {TWO_NODES, "bus", 2, "interleave", "-2 -2"},
    /* What the machine lacks is refused. */
    {TWO_NODES, "bus", 2, "node:2", "refused: this machine has no usable NUMA node 2"},
    {TWO_NODES, "bus", 2, "kind:hbm",
     "refused: this machine has no memory of the kind hbm; hwloc knows: none named"},
    {"pack:1 [numa(memory=0)] core:2 pu:1", "bus", 2, "peer",
     "refused: rank 0's partner runs where there is no local memory"},
    /* Of several memories of a kind, the nearest counts. */
    {"64intel64-heteromem.xml", "crossbar", 2, "local", "0 1"},
    {"64intel64-heteromem.xml", "crossbar", 2, "kind:HBM", "7 4"},
};

TEST(pages_are_placed_as_listed)
{
    for (size_t i = 0; i < sizeof(decisions) / sizeof(decisions[0]); i++) {
        const char *found = decide(decisions[i].machine, decisions[i].placement, decisions[i].ranks,
                                   decisions[i].policy);

        if (strcmp(found, decisions[i].expected))
            printf("# %s on %s: %s\n", decisions[i].policy, decisions[i].machine, found);
        CHECK(!strcmp(found, decisions[i].expected));
    }
}

TEST(a_policy_is_known_by_its_name)
{
    CHECK(pages_is_policy("local") && pages_is_policy("node:12") && pages_is_policy("kind:hbm"));
    CHECK(!pages_is_policy("node:") && !pages_is_policy("node:x") && !pages_is_policy("moon"));
}
