/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>

static int cores_below(const struct request *request, hwloc_obj_t object)
{
    int count = 0;

    for (int i = 0; i < request->core_count; i++)
        count += object_contains(object, request->cores[i]);
    return count;
}

static int domains_below(const struct request *request, hwloc_obj_t part, int size)
{
    const struct core **cores = memory_zeroed((size_t)size, sizeof(*cores));
    struct domains domains;
    int count = 0;

    for (int i = 0; i < request->core_count; i++)
        if (object_contains(part, request->cores[i]))
            cores[count++] = request->cores[i];
    domains = domains_find(cores, count);
    count = domains.count;
    domains_free(&domains);
    free(cores);
    return count;
}

/* The whole machine, or hwloc's group of nearby nodes, shares only the links between its domains. A
 * package, a cache or a memory is shared, even if it has several domains. */
static bool object_shares(const struct request *request, hwloc_obj_t part, int size)
{
    bool nearby = part->type == HWLOC_OBJ_GROUP && !object_node(part);
    bool loose = nearby || size == request->core_count;

    return !loose || !domains_below(request, part, size);
}

/* The object with the fewest cores, but at least one per rank; of these the deepest, then the
 * first. A NUMA node has the cpuset of the object it is attached to, so this covers memory too. */
static hwloc_obj_t object_smallest(const struct request *request, int *size)
{
    hwloc_topology_t topology = request->machine->topology;
    hwloc_obj_t best = NULL;

    for (int depth = hwloc_topology_get_depth(topology) - 2; depth >= 0; depth--)
        for (hwloc_obj_t part = hwloc_get_obj_by_depth(topology, (unsigned)depth, 0); part;
             part = part->next_cousin) {
            int count = cores_below(request, part);
            if (count >= request->ranks && (!best || count < *size) &&
                object_shares(request, part, count)) {
                best = part;
                *size = count;
            }
        }
    return best;
}

/* The outermost of the objects with the most cores. */
static hwloc_obj_t object_largest(const struct request *request, int *size)
{
    hwloc_topology_t topology = request->machine->topology;
    hwloc_obj_t best = NULL;

    *size = 0;
    for (int depth = 0; depth < hwloc_topology_get_depth(topology); depth++)
        for (hwloc_obj_t part = hwloc_get_obj_by_depth(topology, (unsigned)depth, 0); part;
             part = part->next_cousin) {
            int count = cores_below(request, part);
            if (count > *size && object_shares(request, part, count)) {
                best = part;
                *size = count;
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
                     text_format("no shared part of this machine has %d cores: the largest, %s, "
                                 "has %d",
                                 request->ranks, text, size));
    free(text);
}

static void cores_assign(const struct request *request, struct placement *placement,
                         hwloc_obj_t part, int size)
{
    const struct core **cores = memory_zeroed((size_t)size, sizeof(*cores));
    int count = 0;

    for (int i = 0; i < request->core_count; i++)
        if (object_contains(part, request->cores[i]))
            cores[count++] = request->cores[i];
    slots_assign_cores(request, placement, part, cores, count);
    free(cores);
}

static void bus_decide(const struct request *request, struct placement *placement)
{
    int size = request->core_count;
    hwloc_obj_t part = request->oversubscribed ? hwloc_get_root_obj(request->machine->topology)
                                               : object_smallest(request, &size);

    if (part)
        cores_assign(request, placement, part, size);
    else
        bus_refuse(request, placement);
}

const struct policy policy_bus = {
    .name = "bus",
    .meaning = "distinct cores under the smallest object of the machine (shared cache, NUMA node, "
               "package) that has a core for each rank",
    .by_default = true,
    .decide = bus_decide,
};
