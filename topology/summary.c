/* SPDX-License-Identifier: BSD-3-Clause */
/* A one-line summary of the machine. */
#include "topology/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Vendors pad names with spaces before, within and after. */
static char *model_text(const char *model)
{
    char *text = memory_zeroed(strlen(model) + 1, 1), *end = text;

    for (; *model; model++)
        if (!isspace((unsigned char)*model))
            *end++ = *model;
        else if (end != text && end[-1] != ' ')
            *end++ = ' ';
    if (end != text && end[-1] == ' ')
        end--;
    *end = '\0';
    return text;
}

const char *machine_model(const struct machine *machine)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(machine->topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

    if (!model)
        model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(machine->topology), "CPUModel");
    return model && *model ? model : NULL;
}

static char *count_text(int usable, int all, const char *noun)
{
    const char *plural = all == 1 ? "" : "s";

    if (usable == all)
        return text_format("%d %s%s", all, noun, plural);
    return text_format("%d of %d %s%s", usable, all, noun, plural);
}

/* ", L3 32 MiB" or ", 4 L3 of 8 MiB": the last-level caches; empty if hwloc knows of none. */
static char *cache_text(hwloc_topology_t topology)
{
    static const hwloc_obj_type_t levels[] = {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE,
                                              HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE};

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        int count = hwloc_get_nbobjs_by_type(topology, levels[i]);
        hwloc_obj_t cache = hwloc_get_obj_by_type(topology, levels[i], 0);
        if (cache && cache->attr->cache.size) {
            const char *noun = object_noun(cache);
            char *size = size_text(cache->attr->cache.size);
            char *text = count == 1 ? text_format(", %s %s", noun, size)
                                    : text_format(", %d %s of %s", count, noun, size);
            free(size);
            return text;
        }
    }
    return memory_zeroed(1, 1);
}

char *summary_text(const struct machine *machine)
{
    hwloc_topology_t topology = machine->topology;
    int package_count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE);
    int node_count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE);
    int pu_count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    int core_count = object_cores(machine, hwloc_get_root_obj(topology));
    const char *named = machine_model(machine);
    char *model = model_text(named ? named : "unknown CPU");
    char *packages =
        package_count > 1 ? text_format(", %d packages", package_count) : memory_zeroed(1, 1);
    char *cores = count_text(machine->core_count, core_count, "core");
    char *pus = count_text(machine->pu_count, pu_count, "hardware thread");
    char *nodes = count_text(node_count, node_count, "NUMA node");
    char *cache = cache_text(topology);
    char *summary = text_format("%s%s, %s, %s, %s%s", model, packages, cores, pus, nodes, cache);

    free(model);
    free(packages);
    free(cores);
    free(pus);
    free(nodes);
    free(cache);
    return summary;
}
