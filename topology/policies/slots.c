/* SPDX-License-Identifier: BSD-3-Clause */
/* Assigns ranks to the cores or hardware threads that a policy has chosen, and describes them. */
#include "topology/policies/policy.h"

#include <stdlib.h>

struct slots slots_make(const struct core *const *cores, int count)
{
    struct slots slots = {0};
    int total = 0;

    for (int i = 0; i < count; i++)
        total += cores[i]->pu_count;
    slots.pus = memory_zeroed((size_t)total, sizeof(*slots.pus));
    for (int sibling = 0; slots.count < total; sibling++)
        for (int i = 0; i < count; i++)
            if (sibling < cores[i]->pu_count)
                slots.pus[slots.count++] = cores[i]->pus[sibling];
    return slots;
}

/* "L3 #0 (32 MiB), cores 0-1"; just the cores if there is no larger object. */
static char *part_text(hwloc_obj_t part, const struct core *const *cores, int count, int used)
{
    struct domains domains;
    char *names = cores_text(cores, used);
    char *name, *text;

    if (!part || part->type == HWLOC_OBJ_CORE)
        return names;
    domains = domains_find(cores, count);
    name = object_text(part);
    if (domains.count)
        text = text_format("%s with %d %s, %s", name, domains.count, domains.noun, names);
    else
        text = text_format("%s, %s", name, names);
    domains_free(&domains);
    free(name);
    free(names);
    return text;
}

void slots_assign_cores(const struct request *request, struct placement *placement,
                        hwloc_obj_t part, const struct core *const *cores, int count)
{
    struct slots slots = slots_make(cores, count);

    for (int rank = 0; rank < request->ranks; rank++)
        placement->pus[rank] = slots.pus[rank % slots.count];
    placement->where =
        part_text(part, cores, count, request->ranks < count ? request->ranks : count);
    free(slots.pus);
}

/* "cores 0-1, hardware threads 0-3"; just the hardware threads if hwloc knows of no cores. */
static char *list_text(const struct machine *machine, const int *pus, int count)
{
    hwloc_bitmap_t cores = hwloc_bitmap_alloc(), threads = hwloc_bitmap_alloc();
    bool known = true;
    char *core_text, *thread_text, *text;

    for (int i = 0; i < count; i++) {
        hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(machine->topology, (unsigned)pus[i]);
        known = known && object_core(pu) != pu;
        hwloc_bitmap_set(cores, object_core(pu)->logical_index);
        hwloc_bitmap_set(threads, pu->os_index);
    }
    core_text = indexes_text("core", "cores", cores);
    thread_text = indexes_text("hardware thread", "hardware threads", threads);
    text = known ? text_format("%s, %s", core_text, thread_text) : text_format("%s", thread_text);
    free(core_text);
    free(thread_text);
    hwloc_bitmap_free(cores);
    hwloc_bitmap_free(threads);
    return text;
}

void slots_assign_pus(const struct request *request, struct placement *placement, const int *pus,
                      int count)
{
    int used = request->ranks < count ? request->ranks : count;

    if (used < request->ranks && !request->oversubscribed) {
        placement_refuse(placement, "%d ranks on %d hardware thread%s", request->ranks, count,
                         count == 1 ? "" : "s");
        return;
    }
    for (int rank = 0; rank < request->ranks; rank++)
        placement->pus[rank] = pus[rank % count];
    placement->where = list_text(request->machine, pus, used);
}
