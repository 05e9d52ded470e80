/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>

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
