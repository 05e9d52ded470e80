/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <limits.h>
#include <stdlib.h>

/* hwloc distributes by the number of hardware threads, including those that may not be used: give
 * it a copy of the machine with one hardware thread per usable core. */
static hwloc_topology_t cores_topology(const struct request *request)
{
    hwloc_bitmap_t firsts = hwloc_bitmap_alloc();
    hwloc_topology_t copy = NULL;

    for (int i = 0; i < request->core_count; i++)
        hwloc_bitmap_set(firsts, (unsigned)request->cores[i]->pus[0]);
    if (!hwloc_topology_dup(&copy, request->machine->topology) &&
        hwloc_topology_restrict(copy, firsts, 0)) {
        hwloc_topology_destroy(copy);
        copy = NULL;
    }
    hwloc_bitmap_free(firsts);
    return copy;
}

static int core_in(const struct request *request, hwloc_topology_t copy, hwloc_const_bitmap_t set)
{
    hwloc_obj_t pu = hwloc_get_next_obj_inside_cpuset_by_type(copy, set, HWLOC_OBJ_PU, NULL);
    int core = 0;

    while (pu && request->cores[core]->pus[0] != (int)pu->os_index)
        core++;
    return core;
}

/* Marks the cores that hwloc_distrib selects for that many ranks. False if it fails. */
static bool cores_distribute(const struct request *request, int ranks, bool *selected)
{
    hwloc_topology_t copy = cores_topology(request);
    hwloc_bitmap_t *sets = memory_zeroed((size_t)ranks, sizeof(*sets));
    hwloc_obj_t root = copy ? hwloc_get_root_obj(copy) : NULL;
    bool done = root && !hwloc_distrib(copy, &root, 1, sets, (unsigned)ranks, INT_MAX, 0);

    for (int i = 0; done && i < ranks; i++)
        selected[core_in(request, copy, sets[i])] = true;
    for (int i = 0; i < ranks; i++)
        hwloc_bitmap_free(sets[i]);
    free(sets);
    if (copy)
        hwloc_topology_destroy(copy);
    return done;
}

/* In the machine's logical order: the copy's order depends on the numbering of hardware threads. */
static void selected_assign(const struct request *request, struct placement *placement,
                            const bool *selected)
{
    const struct core **cores = memory_zeroed((size_t)request->core_count, sizeof(*cores));
    int count = 0;

    for (int i = 0; i < request->core_count; i++)
        if (selected[i])
            cores[count++] = request->cores[i];
    slots_assign_cores(request, placement, NULL, cores, count);
    free(cores);
}

static void spread_decide(const struct request *request, struct placement *placement)
{
    int ranks = request->ranks < request->core_count ? request->ranks : request->core_count;
    bool *selected = memory_zeroed((size_t)request->core_count, sizeof(*selected));

    if (ranks < request->ranks && !request->oversubscribed)
        placement_refuse(placement, "only %d cores", ranks);
    else if (cores_distribute(request, ranks, selected))
        selected_assign(request, placement, selected);
    else
        placement_refuse(placement, "hwloc cannot distribute the ranks");
    free(selected);
}

const struct policy policy_spread = {
    .name = "spread",
    .meaning = "distinct cores, as far from each other as hwloc_distrib puts them",
    .decide = spread_decide,
};
