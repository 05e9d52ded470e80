/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks under one object of a type: an L2 or L3 cache, a NUMA node, a package. */
#include "topology/policies/policy.h"

#include <stdlib.h>

/* The first object in logical order with a core for every rank, else the largest. */
static const struct domain *domain_choose(const struct domains *parts, int ranks)
{
    const struct domain *best = parts->list;

    for (int i = 0; i < parts->count && best->core_count < ranks; i++)
        if (parts->list[i].core_count > best->core_count)
            best = &parts->list[i];
    return best;
}

static void domain_refuse(const struct request *request, const char *noun,
                          const struct domain *largest, struct placement *placement)
{
    char *text = object_text(largest->object);

    placement_refuse(placement, text_format("no %s of this machine has %d usable cores: the "
                                            "largest, %s, has %d",
                                            noun, request->ranks, text, largest->core_count));
    free(text);
}

static void domain_decide(const struct request *request, core_ancestor *find, const char *noun,
                          struct placement *placement)
{
    struct domains parts = domains_by(find, noun, request->cores, request->core_count);
    const struct domain *part = domain_choose(&parts, request->ranks);

    if (!parts.count)
        placement_refuse(placement, text_format("this machine has no %s that hwloc knows", noun));
    else if (part->core_count < request->ranks && !request->oversubscribed)
        domain_refuse(request, noun, part, placement);
    else
        slots_assign_cores(request, placement, part->object, part->cores, part->core_count);
    domains_free(&parts);
}

static hwloc_obj_t core_under(const struct core *core, hwloc_obj_type_t type)
{
    hwloc_obj_t object = core->object;

    while (object && object->type != type)
        object = object->parent;
    return object;
}

static hwloc_obj_t core_l2(const struct core *core)
{
    return core_under(core, HWLOC_OBJ_L2CACHE);
}

static hwloc_obj_t core_l3(const struct core *core)
{
    return core_under(core, HWLOC_OBJ_L3CACHE);
}

static void l2_decide(const struct request *request, struct placement *placement)
{
    domain_decide(request, core_l2, "L2 cache", placement);
}

static void l3_decide(const struct request *request, struct placement *placement)
{
    domain_decide(request, core_l3, "L3 cache", placement);
}

static void numa_decide(const struct request *request, struct placement *placement)
{
    domain_decide(request, core_node, "NUMA node", placement);
}

static void package_decide(const struct request *request, struct placement *placement)
{
    domain_decide(request, core_package, "package", placement);
}

const struct policy policy_l2 = {
    .name = "l2",
    .meaning = "distinct cores that share one L2 cache",
    .decide = l2_decide,
};

const struct policy policy_l3 = {
    .name = "l3",
    .meaning = "distinct cores that share one L3 cache",
    .decide = l3_decide,
};

const struct policy policy_numa = {
    .name = "numa",
    .meaning = "distinct cores of one NUMA node",
    .decide = numa_decide,
};

const struct policy policy_package = {
    .name = "package",
    .meaning = "distinct cores of one package",
    .decide = package_decide,
};
