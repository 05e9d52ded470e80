/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine in one line for people, in JSON for programs, in XML for hwloc. */
#include "topology/inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Vendors pad names with blanks, in front, within and behind. */
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

static const char *model_find(hwloc_topology_t topology)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

    if (!model)
        model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
    return model && *model ? model : "unknown CPU";
}

static char *count_text(int usable, int all, const char *noun)
{
    const char *plural = all == 1 ? "" : "s";

    if (usable == all)
        return text_format("%d %s%s", all, noun, plural);
    return text_format("%d of %d %s%s", usable, all, noun, plural);
}

/* ", L3 32 MiB" or ", 4 L3 of 8 MiB": the last caches; nothing where hwloc knows of none. */
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
    char *model = model_text(model_find(topology));
    char *packages = package_count > 1 ? text_format(", %d packages", package_count)
                                       : memory_zeroed(1, 1);
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

/* OS indices in logical order; only those in `within` unless it is NULL. */
static json_t *pus_json(const struct machine *machine, hwloc_obj_t object,
                        hwloc_const_bitmap_t within)
{
    json_t *list = json_array();
    hwloc_obj_t pu = NULL;

    while ((pu = hwloc_get_next_obj_inside_cpuset_by_type(machine->topology, object->cpuset,
                                                          HWLOC_OBJ_PU, pu)))
        if (!within || hwloc_bitmap_isset(within, pu->os_index))
            json_array_append_new(list, json_integer((json_int_t)pu->os_index));
    return list;
}

static json_t *object_json(const struct machine *machine, hwloc_obj_t object)
{
    json_t *entry = json_object();

    json_object_set_new(entry, "index", json_integer((json_int_t)object->logical_index));
    if (hwloc_obj_type_is_cache(object->type)) {
        json_object_set_new(entry, "type", json_string(object_noun(object)));
        json_object_set_new(entry, "bytes", json_integer((json_int_t)object->attr->cache.size));
    } else {
        json_object_set_new(entry, "os_index", json_integer((json_int_t)object->os_index));
    }
    if (object->type == HWLOC_OBJ_NUMANODE)
        json_object_set_new(entry, "bytes",
                            json_integer((json_int_t)object->attr->numanode.local_memory));
    json_object_set_new(entry, "pus", pus_json(machine, object, NULL));
    return entry;
}

static json_t *objects_json(const struct machine *machine, hwloc_obj_type_t type)
{
    json_t *list = json_array();
    hwloc_obj_t object = NULL;

    while ((object = hwloc_get_next_obj_by_type(machine->topology, type, object)))
        json_array_append_new(list, object_json(machine, object));
    return list;
}

static json_t *caches_json(const struct machine *machine)
{
    json_t *list = json_array();
    int depths = hwloc_topology_get_depth(machine->topology);

    for (int depth = 0; depth < depths; depth++) {
        hwloc_obj_t object = NULL;
        if (!hwloc_obj_type_is_cache(hwloc_get_depth_type(machine->topology, depth)))
            continue;
        while ((object = hwloc_get_next_obj_by_depth(machine->topology, depth, object)))
            json_array_append_new(list, object_json(machine, object));
    }
    return list;
}

static json_t *core_json(const struct machine *machine, hwloc_obj_t core)
{
    json_t *entry = json_object();
    json_t *usable = pus_json(machine, core, machine->usable);

    json_object_set_new(entry, "index", json_integer((json_int_t)core->logical_index));
    json_object_set_new(entry, "usable", json_boolean(json_array_size(usable) > 0));
    json_object_set_new(entry, "pus", pus_json(machine, core, NULL));
    json_object_set_new(entry, "usable_pus", usable);
    return entry;
}

static json_t *cores_json(const struct machine *machine)
{
    json_t *list = json_array();
    hwloc_obj_t pu = NULL, last = NULL;

    while ((pu = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_PU, pu))) {
        if (object_core(pu) != last)
            json_array_append_new(list, core_json(machine, object_core(pu)));
        last = object_core(pu);
    }
    return list;
}

json_t *machine_json(const struct machine *machine)
{
    json_t *entry = json_object();

    json_object_set_new(entry, "summary", json_string(machine->summary));
    json_object_set_new(entry, "here", json_boolean(machine_is_here(machine)));
    json_object_set_new(entry, "hwloc", json_string(HWLOC_VERSION));
    json_object_set_new(entry, "usable_cores", json_integer(machine->core_count));
    json_object_set_new(entry, "usable_pus", json_integer(machine->pu_count));
    json_object_set_new(entry, "packages", objects_json(machine, HWLOC_OBJ_PACKAGE));
    json_object_set_new(entry, "numa_nodes", objects_json(machine, HWLOC_OBJ_NUMANODE));
    json_object_set_new(entry, "caches", caches_json(machine));
    json_object_set_new(entry, "cores", cores_json(machine));
    return entry;
}

char *machine_xml(const struct machine *machine)
{
    char *buffer, *copy;
    int length;

    if (hwloc_topology_export_xmlbuffer(machine->topology, &buffer, &length, 0))
        return NULL;
    copy = strdup(buffer);
    hwloc_free_xmlbuffer(machine->topology, buffer);
    return copy;
}
