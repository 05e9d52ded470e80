/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <limits.h>
#include <stdlib.h>

/* The cores of a part of the machine; the caller frees. */
static const struct core **cores_below(const struct request *request, hwloc_obj_t part, int *count)
{
    const struct core **cores = memory_zeroed((size_t)request->core_count, sizeof(*cores));

    *count = 0;
    for (int i = 0; i < request->core_count; i++)
        if (object_contains(part, request->cores[i]))
            cores[(*count)++] = request->cores[i];
    return cores;
}

/* A package or a cache is shared, even if it has several domains; so is a memory, unless it is the
 * only one. The whole machine, or hwloc's group of nearby nodes, shares only the links between its
 * domains. */
static bool cores_share(const struct request *request, hwloc_obj_t part,
                        const struct core *const *cores, int count)
{
    bool group = part->type == HWLOC_OBJ_GROUP;
    struct domains domains;
    bool linked;

    if (!group && part->type != HWLOC_OBJ_MACHINE)
        return true;
    if (group && object_node(part) && count < request->core_count)
        return true;
    domains = domains_find(cores, count);
    linked = domains.count > 0;
    domains_free(&domains);
    return !linked;
}

/* Number of cores that share this part; 0 if they only share links. */
static int shared_cores(const struct request *request, hwloc_obj_t part)
{
    int count;
    const struct core **cores = cores_below(request, part, &count);

    if (!cores_share(request, part, cores, count))
        count = 0;
    free(cores);
    return count;
}

/* The object with the fewest cores, but at least one per rank; of these the deepest, then the
 * first. A NUMA node has the cpuset of the object it is attached to, so this covers memory too. */
static hwloc_obj_t object_smallest(const struct request *request)
{
    hwloc_topology_t topology = request->machine->topology;
    hwloc_obj_t best = NULL;
    int fewest = INT_MAX;

    for (int depth = hwloc_topology_get_depth(topology) - 2; depth >= 0; depth--)
        for (hwloc_obj_t part = hwloc_get_obj_by_depth(topology, depth, 0); part;
             part = part->next_cousin) {
            int count = shared_cores(request, part);
            if (count >= request->ranks && count < fewest) {
                best = part;
                fewest = count;
            }
        }
    return best;
}

/* The outermost of the objects with the most cores. */
static hwloc_obj_t object_largest(const struct request *request, int *most)
{
    hwloc_topology_t topology = request->machine->topology;
    hwloc_obj_t best = NULL;

    *most = 0;
    for (int depth = 0; depth < hwloc_topology_get_depth(topology); depth++)
        for (hwloc_obj_t part = hwloc_get_obj_by_depth(topology, depth, 0); part;
             part = part->next_cousin) {
            int count = shared_cores(request, part);
            if (count > *most) {
                best = part;
                *most = count;
            }
        }
    return best;
}

static void bus_refuse(const struct request *request, struct placement *placement)
{
    int size;
    hwloc_obj_t largest = object_largest(request, &size);
    char *text = object_text(largest);

    placement_refuse(placement,
                     "no shared part of this machine has %d cores: the largest, %s, has %d",
                     request->ranks, text, size);
    free(text);
}

static void bus_decide(const struct request *request, struct placement *placement)
{
    hwloc_obj_t part = request->oversubscribed ? hwloc_get_root_obj(request->machine->topology)
                                               : object_smallest(request);
    const struct core **cores;
    int count;

    if (!part) {
        bus_refuse(request, placement);
        return;
    }
    cores = cores_below(request, part, &count);
    slots_assign_cores(request, placement, part, cores, count);
    free(cores);
}

const struct policy policy_bus = {
    .name = "bus",
    .meaning = "distinct cores under the smallest object of the machine (shared cache, package, "
               "one of several NUMA nodes) that has a core for each rank",
    .by_default = true,
    .decide = bus_decide,
};
