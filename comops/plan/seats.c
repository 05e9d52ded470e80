/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/seats.h"

#include "comops/text/text.h"

/* True, with a note, if an earlier placement puts the same ranks on the same cores. */
static bool seated_before(struct plan *plan, const struct placement *placement)
{
    for (int i = 0; i < plan->placement_count; i++)
        if (placement_equal(plan->placements[i], placement)) {
            plan_note(plan, "placement %s for %d ranks equals %s: measured once", placement->name,
                      placement->ranks, plan->placements[i]->name);
            return true;
        }
    return false;
}

const struct placement *seats_add(struct plan *plan, const struct options *options,
                                  const struct machine *machine, const char *name, int ranks)
{
    struct placement *placement = placement_plan(machine, name, ranks, options->oversubscribe);

    if (placement->refused)
        plan_note(plan, "placement %s for %d rank%s: %s", name, ranks, ranks == 1 ? "" : "s",
                  placement->refused);
    if (placement->refused || seated_before(plan, placement)) {
        placement_free(placement);
        return NULL;
    }
    plan->placements =
        memory_grow(plan->placements, (size_t)plan->placement_count, sizeof *plan->placements);
    plan->placements[plan->placement_count++] = placement;
    return placement;
}

const struct pages *seats_add_memory(struct plan *plan, const struct machine *machine,
                                     const char *name, const struct placement *placement)
{
    struct pages *memory = pages_plan(machine, name, placement);

    plan->memories =
        memory_grow(plan->memories, (size_t)plan->memory_count, sizeof *plan->memories);
    plan->memories[plan->memory_count++] = memory;
    if (memory->refused)
        plan_note(plan, "memory %s: %s", name, memory->refused);
    return memory;
}

bool seats_has_siblings(const struct machine *machine)
{
    struct placement *siblings = placement_plan(machine, "smt", 2, false);
    const bool had = !siblings->refused;

    placement_free(siblings);
    return had;
}
