/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of every placement on every machine, checked against machine_json alone. */
#include "tests/tap.h"

#include "machines.h"
#include "parts.h"

#include <string.h>

enum { SKETCHES = 60, MACHINES_MOST = 100 };

typedef void machine_check(const struct machine *machine, const json_t *json, int ranks);

/* Opened once for all tests: that takes longer than most checks. */
static struct {
    struct machine *machine;
    json_t *json;
} machines[MACHINES_MOST];
static int machines_open;

static void machine_add(struct machine *machine)
{
    if (machines_open == MACHINES_MOST)
        abort();
    machines[machines_open].machine = machine;
    machines[machines_open++].json = machine_json(machine);
}

static void machines_add(void)
{
    uint64_t seed = 1;

    for (const char *const *name = machine_files; *name; name++)
        machine_add(machine_open(*name));
    for (const char *const *name = machine_synthetics; *name; name++)
        machine_add(machine_open(*name));
    for (int i = 0; i < SKETCHES; i++) {
        struct sketch sketch = sketch_random(&seed, i % 2);
        machine_add(sketch_open(&sketch));
    }
}

static void machines_check(machine_check *check)
{
    if (machines_open == 0)
        machines_add();
    for (int i = 0; i < machines_open; i++) {
        const struct machine *machine = machines[i].machine;
        const int cores = machine_cores(machine);

        for (int ranks = 1; ranks <= cores + 2; ranks += ranks < 12 ? 1 : 1 + cores / 8)
            check(machine, machines[i].json, ranks);
        check(machine, machines[i].json, cores);
        check(machine, machines[i].json, cores + 1);
    }
}

static void check_decided(const struct machine *machine, const json_t *json, int ranks)
{
    for (const char *const *name = placement_names_all(); *name; name++)
        for (int oversubscribe = 0; oversubscribe < 2; oversubscribe++) {
            struct placement *placement = placement_plan(machine, *name, ranks, oversubscribe);
            CHECK(!placement->refused == !!placement->pus);
            CHECK(!placement->refused == !!placement->where);
            CHECK(!placement->pus || !strcmp(*name, "smt") ||
                  placement->oversubscribed == (ranks > machine_cores(machine)));
            CHECK(placement->refused || oversubscribe || !placement->oversubscribed);
            for (int rank = 0; placement->pus && rank < ranks; rank++) {
                int sibling;
                CHECK(core_of(json, placement->pus[rank], &sibling) >= 0);
            }
            placement_free(placement);
        }
}

TEST(every_placement_is_decided_or_refused_with_a_reason)
{
    machines_check(check_decided);
}

static void check_distinct(const struct machine *machine, const json_t *json, int ranks)
{
    for (const char *const *name = placement_names_all(); *name; name++) {
        struct placement *placement = placement_plan(machine, *name, ranks, true);
        if (placement->pus && !placement->oversubscribed)
            CHECK(ranks_distinct(placement, json, strcmp(*name, "smt") != 0));
        else if (placement->pus && ranks <= machine_pus(machine) && !strcmp(*name, "bus"))
            CHECK(ranks_distinct(placement, json, false));
        placement_free(placement);
    }
}

TEST(ranks_sit_on_distinct_cores_unless_oversubscribed)
{
    machines_check(check_distinct);
}

static int cores_in(const json_t *json, const json_t *pus)
{
    size_t i;
    json_t *core;
    int count = 0;

    json_array_foreach(json_object_get(json, "cores"), i, core)
    {
        json_t *usable = json_object_get(core, "usable_pus");
        if (json_array_size(usable))
            count += pus_find(pus, (int)json_integer_value(json_array_get(usable, 0))) >= 0;
    }
    return count;
}

/* The fewest cores of any listed part that holds them; 0 if no part does. The only NUMA node
 * of a machine with several packages is no part of it. Groups and dies are not listed. */
static int part_size(const json_t *json, int least, const struct placement *within)
{
    static const char *const kinds[] = {"caches", "numa_nodes", "packages"};
    int all = (int)json_integer_value(json_object_get(json, "usable_cores")), best = 0;

    for (int kind = 0; kind < 3; kind++) {
        size_t i;
        json_t *part;
        json_array_foreach(json_object_get(json, kinds[kind]), i, part)
        {
            json_t *pus = json_object_get(part, "pus");
            int count = cores_in(json, pus);
            bool holds = count >= least && !(kind == 1 && count == all && domain_kind(json));
            for (int rank = 0; holds && within && rank < within->ranks; rank++)
                holds = pus_find(pus, within->pus[rank]) >= 0;
            if (holds && (!best || count < best))
                best = count;
        }
    }
    return best;
}

static void check_bus(const struct machine *machine, const json_t *json, int ranks)
{
    struct placement *placement = placement_plan(machine, "bus", ranks, false);
    int best = part_size(json, ranks, NULL);

    if (ranks == 1)
        CHECK(!placement->refused);
    else if (placement->pus && best)
        CHECK(part_size(json, ranks, placement) <= best);
    else if (ranks <= machine_cores(machine) && domain_kind(json))
        CHECK(placement->refused && !best);
    placement_free(placement);
}

TEST(bus_stays_within_the_smallest_sufficient_part)
{
    machines_check(check_bus);
}

/* True if neighbouring ranks can be in different domains: no domain may have more than half of the
 * ranks, rounded down in a ring and up otherwise. */
static bool cores_suffice(const json_t *json, int ranks, bool ring)
{
    int cores[256], usable = 0;
    const char *kind = domain_kind(json);
    int count = kind ? domains_count(json, kind, cores, 256) : 0;
    int most = ring ? ranks / 2 : (ranks + 1) / 2;

    for (int d = 0; d < count; d++)
        usable += cores[d] < most ? cores[d] : most;
    return usable >= ranks;
}

static void check_crossbar(const struct machine *machine, const json_t *json, int ranks)
{
    struct placement *placement = placement_plan(machine, "crossbar", ranks, true);
    const char *kind = domain_kind(json);

    for (int rank = 1; placement->pus && rank < ranks; rank++)
        CHECK(domains_differ(json, kind, placement->pus[rank - 1], placement->pus[rank]));
    if (ranks > machine_cores(machine))
        CHECK(!placement->refused == !!kind);
    else
        CHECK(!placement->refused == (ranks > 1 && cores_suffice(json, ranks, false)));
    placement_free(placement);
}

TEST(crossbar_neighbours_are_in_different_domains_where_possible)
{
    machines_check(check_crossbar);
}

static void check_ring(const struct machine *machine, const json_t *json, int ranks)
{
    struct placement *placement = placement_plan(machine, "crossbar", ranks, false);

    if (placement->pus && ranks > 2 && cores_suffice(json, ranks, true))
        CHECK(domains_differ(json, domain_kind(json), placement->pus[0],
                             placement->pus[ranks - 1]));
    placement_free(placement);
}

TEST(crossbar_closes_the_ring_where_possible)
{
    machines_check(check_ring);
}
