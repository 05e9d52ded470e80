/* SPDX-License-Identifier: BSD-3-Clause */
/* A one-line summary of the machine. */
#include "topology/internal.h"

#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Vendors pad names with spaces before, within and after. */
static void model_print(FILE *out, const char *model)
{
    static const char spaces[] = " \t\n\v\f\r";

    for (model += strspn(model, spaces); *model; model += strspn(model, spaces)) {
        const int length = (int)strcspn(model, spaces);

        fprintf(out, "%.*s", length, model);
        model += length;
        if (model[strspn(model, spaces)])
            fputc(' ', out);
    }
}

const char *machine_model(const struct machine *machine)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(machine->topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

    if (!model)
        model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(machine->topology), "CPUModel");
    return model && *model ? model : NULL;
}

static void count_print(FILE *out, int usable, int all, const char *noun)
{
    if (usable != all)
        fprintf(out, ", %d of", usable);
    fprintf(out, "%s %d %s%s", usable == all ? "," : "", all, noun, all == 1 ? "" : "s");
}

/* ", L3 32 MiB" or ", 4 L3 of 8 MiB": the last-level caches; nothing if hwloc knows of none. */
static void cache_print(FILE *out, hwloc_topology_t topology)
{
    int count;
    hwloc_obj_t cache = NULL;
    char *size;

    for (hwloc_obj_type_t type = HWLOC_OBJ_L5CACHE; type >= HWLOC_OBJ_L2CACHE && !cache; type--) {
        cache = hwloc_get_obj_by_type(topology, type, 0);
        if (cache && !cache->attr->cache.size)
            cache = NULL;
    }
    if (!cache)
        return;
    count = hwloc_get_nbobjs_by_type(topology, cache->type);
    size = size_text(cache->attr->cache.size);
    if (count == 1)
        fprintf(out, ", %s %s", object_noun(cache), size);
    else
        fprintf(out, ", %d %s of %s", count, object_noun(cache), size);
    free(size);
}

char *machine_usable(const struct machine *machine)
{
    char *list = NULL;
    const int length = hwloc_bitmap_list_asprintf(&list, machine->usable);

    return memory_or_die(length < 0 ? NULL : list);
}

int machine_pus_all(const struct machine *machine)
{
    return hwloc_get_nbobjs_by_type(machine->topology, HWLOC_OBJ_PU);
}

char *summary_text(const struct machine *machine)
{
    hwloc_topology_t topology = machine->topology;
    int packages = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE);
    int nodes = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE);
    int pus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    int cores = object_cores(machine, hwloc_get_root_obj(topology));
    const char *model = machine_model(machine);
    char *summary;
    size_t bytes;
    FILE *out = open_memstream(&summary, &bytes);

    model_print(out, model ? model : "unknown CPU");
    if (packages > 1)
        count_print(out, packages, packages, "package");
    count_print(out, machine->core_count, cores, "core");
    count_print(out, machine->pu_count, pus, "hardware thread");
    count_print(out, nodes, nodes, "NUMA node");
    cache_print(out, topology);
    fclose(out);
    return summary;
}
