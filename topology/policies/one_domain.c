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

static void domain_refuse(const struct request *request, const struct domain *largest,
                          struct placement *placement)
{
    char *text = object_text(largest->object);

    placement_refuse(placement,
                     "no %s of this machine has %d usable cores: the largest, %s, has %d",
                     request->policy->noun, request->ranks, text, largest->core_count);
    free(text);
}

static void domain_decide(const struct request *request, struct placement *placement)
{
    const char *noun = request->policy->noun;
    struct domains parts =
        domains_by(request->policy->part, noun, request->cores, request->core_count);
    const struct domain *part = domain_choose(&parts, request->ranks);

    if (!parts.count)
        placement_refuse(placement, "this machine has no %s that hwloc knows", noun);
    else if (part->core_count < request->ranks && !request->oversubscribed)
        domain_refuse(request, part, placement);
    else
        slots_assign_cores(request, placement, part->object, part->cores, part->core_count);
    domains_free(&parts);
}

const struct policy policy_l2 = {
    .name = "l2",
    .meaning = "distinct cores that share one L2 cache",
    .decide = domain_decide,
    .part = HWLOC_OBJ_L2CACHE,
    .noun = "L2 cache",
};

const struct policy policy_l3 = {
    .name = "l3",
    .meaning = "distinct cores that share one L3 cache",
    .decide = domain_decide,
    .part = HWLOC_OBJ_L3CACHE,
    .noun = "L3 cache",
};

const struct policy policy_numa = {
    .name = "numa",
    .meaning = "distinct cores of one NUMA node",
    .decide = domain_decide,
    .part = HWLOC_OBJ_NUMANODE,
    .noun = "NUMA node",
};

const struct policy policy_package = {
    .name = "package",
    .meaning = "distinct cores of one package",
    .decide = domain_decide,
    .part = HWLOC_OBJ_PACKAGE,
    .noun = "package",
};

/* ---- domains --------------------------------------------------------------------------------- */

static hwloc_obj_t core_node(const struct core *core)
{
    for (hwloc_obj_t object = core->object; object; object = object->parent)
        for (hwloc_obj_t node = object_node(object); node; node = object_node_next(node))
            if (hwloc_bitmap_intersects(node->cpuset, core->object->cpuset))
                return node;
    return NULL;
}

hwloc_obj_t core_part(const struct core *core, hwloc_obj_type_t type)
{
    return type == HWLOC_OBJ_NUMANODE ? core_node(core) : object_within(core->object, type);
}

static struct domain *domain_of(struct domains *domains, hwloc_obj_t object, int most)
{
    struct domain *domain;

    for (int i = 0; i < domains->count; i++)
        if (domains->list[i].object == object)
            return &domains->list[i];
    domain = &domains->list[domains->count++];
    domain->object = object;
    domain->cores = memory_zeroed((size_t)most, sizeof(*domain->cores));
    return domain;
}

struct domains domains_by(hwloc_obj_type_t part, const char *noun, const struct core *const *cores,
                          int count)
{
    struct domains domains = {.noun = noun};

    domains.list = memory_zeroed((size_t)count, sizeof(*domains.list));
    for (int i = 0; i < count; i++) {
        hwloc_obj_t object = core_part(cores[i], part);
        if (object) {
            struct domain *domain = domain_of(&domains, object, count);
            domain->cores[domain->core_count++] = cores[i];
        }
    }
    return domains;
}

struct domains domains_find(const struct core *const *cores, int count)
{
    struct domains domains = domains_by(HWLOC_OBJ_NUMANODE, "NUMA nodes", cores, count);

    if (domains.count < 2) {
        domains_free(&domains);
        domains = domains_by(HWLOC_OBJ_PACKAGE, "packages", cores, count);
    }
    if (domains.count < 2)
        domains_free(&domains);
    return domains;
}

void domains_free(struct domains *domains)
{
    for (int i = 0; i < domains->count; i++)
        free(domains->list[i].cores);
    free(domains->list);
    domains->list = NULL;
    domains->count = 0;
}
