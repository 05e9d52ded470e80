/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/tap.h"

#include "decide.h"

static const struct decision decisions[] = {
    /* bus takes the smallest part that holds all ranks */
    {"pack:2 [numa] l3:2(size=8388608) l2:2(size=1048576) core:2 pu:1", "bus", 1, false,
     "0 (core 0)"},
    {"pack:2 [numa] l3:2(size=8388608) l2:2(size=1048576) core:2 pu:1", "bus", 2, false,
     "0 1 (L2 #0 (1 MiB), cores 0-1)"},
    {"pack:2 [numa] l3:2(size=8388608) l2:2(size=1048576) core:2 pu:1", "bus", 3, false,
     "0 1 2 (L3 #0 (8 MiB), cores 0-2)"},
    {"pack:2 [numa] l3:2(size=8388608) l2:2(size=1048576) core:2 pu:1", "bus", 5, false,
     "0 1 2 3 4 (package #0, cores 0-4)"},
    /* bus takes one hardware thread of each core */
    {"pack:1 l3:1(size=1024) core:4 pu:2", "bus", 3, false, "0 2 4 (L3 #0 (1 KiB), cores 0-2)"},
    /* bus refuses to cross domains and says what would fit */
    {"pack:2 [numa] core:4 pu:1", "bus", 5, false,
     "refused: no shared part of this machine has 5 cores: the largest, package #0, has 4"},
    {"16em64t-4s2c2t.xml", "bus", 3, false,
     "refused: no shared part of this machine has 3 cores: the largest, package #0, has 2"},
    /* bus does not take a group of nodes for a bus */
    {"16-2gr2gr2n2c+misc.xml", "bus", 2, false, "0 1 (NUMA node #0 (1 GiB), cores 0-1)"},
    {"16-2gr2gr2n2c+misc.xml", "bus", 3, false,
     "refused: no shared part of this machine has 3 cores: the largest, NUMA node #0 (1 GiB), has "
     "2"},
    /* bus takes a memory that several packages share */
    {"96em64t-4n4d3ca2co-pci.xml", "bus", 7, false,
     "0 4 8 12 16 20 1 (NUMA node #0 (47.7 GiB) with 4 packages, cores 0-6)"},
    /* bus says when its package holds several nodes */
    {"pack:2 numa:2 core:2 pu:1", "bus", 3, false,
     "0 1 2 (package #0 with 2 NUMA nodes, cores 0-2)"},
    /* bus takes the only package, which holds several nodes */
    {"pack:1 numa:4 l3:1 core:4 pu:1", "bus", 6, false,
     "0 1 2 3 4 5 (package #0 with 4 NUMA nodes, cores 0-5)"},
    {"pack:2 numa:4 l3:1 core:4 pu:1", "bus", 6, false,
     "0 1 2 3 4 5 (package #0 with 4 NUMA nodes, cores 0-5)"},
    {"pack:1 l3:1 numa:2 core:2 pu:1", "bus", 3, false,
     "0 1 2 (L3 #0 (16 MiB) with 2 NUMA nodes, cores 0-2)"},
    /* bus on one domain takes the whole machine */
    {"pack:1 core:4 pu:1", "bus", 4, false, "0 1 2 3 (package #0, cores 0-3)"},
    /* crossbar alternates between two nodes */
    {"pack:2 [numa] core:4 pu:2", "crossbar", 4, false, "0 8 2 10 (NUMA nodes 0-1, cores 0-1,4-5)"},
    /* crossbar takes packages where there is one node */
    {"pack:2 core:2 pu:1", "crossbar", 2, false, "0 2 (packages 0-1, cores 0,2)"},
    /* crossbar closes the ring where it can */
    {"pack:3 [numa] core:2 pu:1", "crossbar", 4, false, "0 2 4 3 (NUMA nodes 0-2, cores 0,2-4)"},
    /* crossbar takes the farthest node and names nodes of one package */
    {"pack:2 l3:1 numa:2 core:2 pu:1", "crossbar", 2, false, "0 4 (NUMA nodes 0,2, cores 0,4)"},
    {"pack:2 l3:1 numa:2 core:2 pu:1", "crossbar", 8, false,
     "0 4 2 6 1 5 3 7 (NUMA nodes 0-3, cores 0-7)"},
    {"pack:1 l3:1 numa:2 core:2 pu:1", "crossbar", 3, false,
     "0 2 1 (NUMA nodes 0-1 of one package, cores 0-2)"},
    /* crossbar is refused on one domain */
    {"pack:1 core:4 pu:2", "crossbar", 2, false,
     "refused: this machine has one NUMA node and one package with usable cores, so no exchange "
     "can cross a link"},
    {"pack:1 core:1 pu:1", "crossbar", 2, false,
     "refused: this machine has one NUMA node and one package with usable cores, so no exchange "
     "can cross a link"},
    /* crossbar is refused for one rank */
    {"pack:2 [numa] core:4 pu:1", "crossbar", 1, false,
     "refused: one rank has no neighbour to exchange with"},
    /* crossbar leaves out cores without memory */
    {"16amd64-8n2c-cpusets.xml", "crossbar", 4, false, "2 5 3 6 (NUMA nodes 0-2, cores 2-5)"},
    {"16amd64-8n2c-cpusets.xml", "crossbar", 5, false,
     "refused: only 4 ranks fit on distinct cores with neighbours in different NUMA nodes"},
    /* crossbar counts two memories of the same cores once */
    {"64intel64-heteromem.xml", "crossbar", 4, false,
     "0 4 8 12 (NUMA nodes 0,2,4,6 of one package, cores 0,4,8,12)"},
    /* more ranks than cores are refused with how to force it */
    {"pack:1 core:2 pu:2", "bus", 4, false,
     "refused: 4 ranks on 2 cores; --oversubscribe forces it"},
    {"pack:2 [numa] core:2 pu:2", "crossbar", 5, false,
     "refused: 5 ranks on 4 cores; --oversubscribe forces it"},
    {"pu:1", "bus", 2, false, "refused: 2 ranks on 1 core; --oversubscribe forces it"},
    /* oversubscribed ranks take siblings before they share */
    {"pack:1 core:2 pu:2", "bus", 4, true, "0 2 1 3 (the whole machine, cores 0-1)"},
    {"pack:1 core:2 pu:2", "bus", 6, true, "0 2 1 3 0 2 (the whole machine, cores 0-1)"},
    /* oversubscribed crossbar still separates neighbours */
    {"pack:2 [numa] core:1 pu:2", "crossbar", 6, true, "0 2 1 3 0 2 (NUMA nodes 0-1, cores 0-1)"},
};

TEST(placements_are_decided_as_listed)
{
    decisions_check(decisions, sizeof(decisions) / sizeof(decisions[0]));
}

TEST(crossbar_says_how_many_ranks_fit_on_an_uneven_machine)
{
    struct sketch sketch = {.domains = 2, .cores = {4, 1}, .siblings = 1};
    struct machine *machine;
    struct placement *placement;

    sketch_number(&sketch, NULL, false);
    machine = sketch_open(&sketch);
    placement = placement_plan(machine, "crossbar", 4, true);
    CHECK(placement->refused &&
          !strcmp(placement->refused, "only 3 ranks fit on distinct cores with neighbours in "
                                      "different NUMA nodes"));
    CHECK(!placement->pus && !placement->oversubscribed);
    placement_free(placement);
    machine_free(machine);
}

TEST(oversubscription_is_marked_only_where_it_happens)
{
    struct machine *machine = machine_open("pack:1 core:2 pu:2");
    struct placement *fits = placement_plan(machine, "bus", 2, true);
    struct placement *shares = placement_plan(machine, "bus", 3, true);

    CHECK(!fits->oversubscribed && !fits->refused);
    CHECK(shares->oversubscribed && !shares->refused);
    placement_free(fits);
    placement_free(shares);
    machine_free(machine);
}

TEST(performance_cores_go_before_efficiency_cores)
{
    struct machine *machine = machine_open("hybrid.xml");
    struct placement *fits = placement_plan(machine, "bus", 2, false);
    struct placement *all = placement_plan(machine, "bus", 4, false);

    CHECK(fits->pus && fits->pus[0] == 2 && fits->pus[1] == 3);
    CHECK(all->pus && all->pus[0] == 0 && all->pus[3] == 3);
    placement_free(fits);
    placement_free(all);
    machine_free(machine);
}

TEST(every_policy_has_a_name_and_a_meaning)
{
    int count = 0;

    for (const char *const *name = placement_names_all(); *name; name++, count++)
        CHECK(placement_meaning(*name) && *placement_meaning(*name));
    CHECK(count >= 10);
    CHECK(!placement_meaning("nonsense"));
}

TEST(meanings_promise_only_what_every_machine_keeps)
{
    /* The only NUMA node of a machine may span packages, and bus refuses it then. */
    CHECK(strstr(placement_meaning("bus"), "one of several NUMA nodes"));
    /* Nodes of one package may share a cache. */
    CHECK(!strstr(placement_meaning("crossbar"), "link"));
}

TEST(json_of_the_machine_has_what_a_drawing_needs)
{
    struct machine *machine = machine_open("32em64t-2n8c2t-pci-noio.xml");
    json_t *json = machine_json(machine), *tree = json_object_get(json, "tree");
    json_t *package = json_array_get(json_object_get(tree, "children"), 1);
    json_t *values = json_object_get(json_object_get(json, "latencies"), "values");

    CHECK(!strcmp(json_string_value(json_object_get(tree, "type")), "machine"));
    CHECK(!strcmp(json_string_value(json_object_get(package, "type")), "package"));
    CHECK(json_array_size(json_object_get(package, "pus")) == 16);
    CHECK(json_array_size(json_object_get(package, "memory")) == 1);
    CHECK(json_integer_value(json_array_get(json_array_get(values, 0), 1)) == 20);
    json_decref(json);
    machine_free(machine);
}

TEST(json_of_the_machine_names_kinds_of_cores_and_figures_of_memories)
{
    struct machine *hybrid = machine_open("hybrid.xml");
    struct machine *memories = machine_open("64intel64-heteromem.xml");
    json_t *kinds = machine_json(hybrid), *figures = machine_json(memories);
    json_t *kind = json_array_get(json_object_get(kinds, "kinds"), 1);
    json_t *figure = json_array_get(json_object_get(figures, "memory"), 0);

    CHECK(json_integer_value(json_object_get(kind, "speed")) == 1);
    CHECK(json_array_size(json_object_get(kind, "pus")) == 2);
    CHECK(!strcmp(json_string_value(json_object_get(figure, "attribute")), "bandwidth"));
    CHECK(json_integer_value(json_object_get(figure, "value")) == 22500);
    CHECK(json_array_size(json_object_get(figure, "from_pus")) == 16);
    json_decref(kinds);
    json_decref(figures);
    machine_free(hybrid);
    machine_free(memories);
}

TEST(json_says_what_was_decided_or_why_not)
{
    struct machine *machine = machine_open("pack:1 core:2 pu:1");
    struct placement *core = placement_plan(machine, "core", 2, false);
    struct placement *crossbar = placement_plan(machine, "crossbar", 2, false);
    json_t *offered = placement_json(core), *refused = placement_json(crossbar);
    char *text = placement_json_text(core);

    CHECK(!strcmp(text, "{\"name\":\"core\",\"meaning\":\"distinct cores, packed in hwloc's "
                        "logical order, regardless of what they share\",\"ranks\":2,\"pus\":[0,1],"
                        "\"where\":\"cores 0-1\",\"refused\":null,\"oversubscribed\":false}"));
    CHECK(json_is(json_object_get(refused, "where"), 'n'));
    CHECK(json_is(json_object_get(refused, "refused"), '"'));
    CHECK(json_array_size(json_object_get(refused, "pus")) == 0);
    free(text);
    json_decref(offered);
    json_decref(refused);
    placement_free(core);
    placement_free(crossbar);
    machine_free(machine);
}
