/* SPDX-License-Identifier: BSD-3-Clause */
/* Renumbering a machine's hardware threads does not move the ranks. */
#include "tests/tap.h"

#include "machines.h"
#include "parts.h"

#include <string.h>

enum { SKETCHES = 60 };

static void machines_compare(struct machine *one, struct machine *other)
{
    json_t *one_json = machine_json(one), *other_json = machine_json(other);

    CHECK(machine_cores(one) == machine_cores(other));
    for (int ranks = 1; ranks <= machine_cores(one) + 2; ranks++)
        for (const char *const *name = placement_names(); *name; name++) {
            struct placement *first = placement_plan(one, *name, ranks, true);
            struct placement *second = placement_plan(other, *name, ranks, true);
            CHECK(placements_match(first, one_json, second, other_json));
            CHECK(!first->pus || !strcmp(first->where, second->where));
            placement_free(first);
            placement_free(second);
        }
    json_decref(one_json);
    json_decref(other_json);
    machine_free(one);
    machine_free(other);
}

TEST(placements_do_not_depend_on_the_numbering_of_synthetic_machines)
{
    machines_compare(machine_open("pack:2 [numa] l2:2 core:2 pu:2"),
                     machine_open("pack:2 [numa] l2:2 core:2 pu:2(indexes=2*8:1*2)"));
    machines_compare(machine_open("pack:2 [numa] l2:2 core:2 pu:2"),
                     machine_open("pack:2 [numa] l2:2 core:2 pu:2(indexes=pack:pu:core)"));
    machines_compare(machine_open("pack:2 [numa] core:2 pu:1"),
                     machine_open("pack:2 [numa] core:2 pu:1(indexes=3,1,2,0)"));
}

/* hwloc orders siblings, cores and packages by their lowest OS index, so a shuffle moves whole
 * objects; machines with equal domains look the same afterwards. */
TEST(placements_do_not_depend_on_the_numbering_of_shuffled_machines)
{
    uint64_t seed = 2;

    for (int i = 0; i < SKETCHES; i++) {
        struct sketch sketch = sketch_random(&seed, false);
        struct machine *plain;
        for (int d = 1; d < sketch.domains; d++)
            sketch.cores[d] = sketch.cores[0];
        sketch_number(&sketch, &seed, false);
        plain = sketch_open(&sketch);
        sketch_number(&sketch, &seed, true);
        machines_compare(plain, sketch_open(&sketch));
    }
}
