/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine as JSON, and as XML for hwloc. */
#include "topology/internal.h"

#include <stdlib.h>
#include <string.h>

static void number_set(json_t *entry, const char *key, uint64_t value)
{
    json_object_set_new(entry, key, json_integer((json_int_t)value));
}

/* OS indices in ascending order. A file may claim infinitely many. */
static json_t *indexes_json(const struct machine *machine, hwloc_const_bitmap_t indexes)
{
    json_t *list = json_array();
    hwloc_bitmap_t finite = hwloc_bitmap_alloc();
    unsigned pu;

    hwloc_bitmap_and(finite, indexes, hwloc_topology_get_topology_cpuset(machine->topology));
    hwloc_bitmap_foreach_begin(pu, finite) json_array_append_new(list, json_integer(pu));
    hwloc_bitmap_foreach_end();
    hwloc_bitmap_free(finite);
    return list;
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

    number_set(entry, "index", object->logical_index);
    if (hwloc_obj_type_is_cache(object->type)) {
        json_object_set_new(entry, "type", json_string(object_noun(object)));
        number_set(entry, "bytes", object->attr->cache.size);
    } else if (object->os_index != HWLOC_UNKNOWN_INDEX) {
        number_set(entry, "os_index", object->os_index);
    }
    if (object->type == HWLOC_OBJ_NUMANODE)
        number_set(entry, "bytes", object->attr->numanode.local_memory);
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
    json_t *usable = pus_json(machine, core, machine->usable);

    return json_pack("{s:i, s:b, s:o, s:o}", "index", (int)core->logical_index, "usable",
                     json_array_size(usable) > 0, "pus", pus_json(machine, core, NULL),
                     "usable_pus", usable);
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

/* hwloc numbers groups by their depth, which is of no use to readers. */
static const char *object_type(hwloc_obj_t object)
{
    return object->type == HWLOC_OBJ_GROUP ? "group" : object_noun(object);
}

static json_t *kind_json(const struct machine *machine, unsigned index, hwloc_bitmap_t set)
{
    json_t *info = json_object();
    struct hwloc_info_s *infos = NULL;
    unsigned info_count = 0;
    int efficiency = -1;

    hwloc_cpukinds_get_info(machine->topology, index, set, &efficiency, &info_count, &infos, 0);
    for (unsigned i = 0; i < info_count; i++)
        json_object_set_new(info, infos[i].name, json_string(infos[i].value));
    return json_pack("{s:i, s:i, s:o, s:o}", "index", (int)index, "speed", efficiency, "pus",
                     indexes_json(machine, set), "info", info);
}

static json_t *kinds_json(const struct machine *machine)
{
    json_t *list = json_array();
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    int count = hwloc_cpukinds_get_nr(machine->topology, 0);

    for (int i = 0; i < count; i++)
        json_array_append_new(list, kind_json(machine, (unsigned)i, set));
    hwloc_bitmap_free(set);
    return list;
}

static json_t *latencies_json(const struct machine *machine)
{
    struct hwloc_distances_s *latencies = memory_latencies_find(machine->topology);
    json_t *nodes = json_array(), *rows = json_array();

    for (unsigned i = 0; latencies && i < latencies->nbobjs; i++) {
        json_t *row = json_array();
        for (unsigned j = 0; j < latencies->nbobjs; j++)
            json_array_append_new(
                row, json_integer((json_int_t)latencies->values[i * latencies->nbobjs + j]));
        json_array_append_new(rows, row);
        json_array_append_new(nodes, json_integer((json_int_t)latencies->objs[i]->logical_index));
    }
    if (latencies)
        hwloc_distances_release(machine->topology, latencies);
    return json_pack("{s:o, s:o}", "nodes", nodes, "values", rows);
}

static json_t *memory_json(const struct machine *machine)
{
    struct memory_attributes attributes = memory_attributes_find(machine);
    json_t *list = json_array();

    for (int i = 0; i < attributes.count; i++) {
        const struct memory_attribute *attribute = &attributes.list[i];
        char *name = memory_attribute_text(attribute);
        json_array_append_new(list, json_pack("{s:i, s:s, s:s, s:I, s:o}", "node",
                                              (int)attribute->node->logical_index, "attribute",
                                              name, "unit", attribute->unit, "value",
                                              (json_int_t)attribute->value, "from_pus",
                                              indexes_json(machine, attribute->from)));
        free(name);
    }
    memory_attributes_free(&attributes);
    return list;
}

/* A NUMA node in short form; an empty `pus` means that it has no cores. */
static json_t *node_short(hwloc_obj_t node)
{
    json_t *entry = json_object();

    number_set(entry, "index", node->logical_index);
    number_set(entry, "os_index", node->os_index);
    number_set(entry, "bytes", node->attr->numanode.local_memory);
    if (hwloc_bitmap_iszero(node->cpuset))
        json_object_set_new(entry, "pus", json_array());
    return entry;
}

static void indexes_set_short(json_t *entry, hwloc_obj_t object)
{
    if (object->type == HWLOC_OBJ_PU)
        number_set(entry, "os_index", object->os_index);
    else
        number_set(entry, "index", object->logical_index);
    if (hwloc_obj_type_is_cache(object->type))
        number_set(entry, "bytes", object->attr->cache.size);
}

/* Takes the value. */
static void value_set(json_t *entry, const char *key, json_t *value, bool wanted)
{
    if (wanted)
        json_object_set(entry, key, value);
    json_decref(value);
}

/* The machine as nested objects, down to the hardware threads. */
static json_t *tree_json(const struct machine *machine, hwloc_obj_t object, bool brief)
{
    json_t *entry = brief ? json_object() : object_json(machine, object);
    json_t *memory = json_array(), *children = json_array();
    bool usable = hwloc_bitmap_intersects(object->cpuset, machine->usable);

    json_object_set_new(entry, "type", json_string(object_type(object)));
    if (brief)
        indexes_set_short(entry, object);
    value_set(entry, "usable", json_boolean(usable), !brief || !usable);
    for (hwloc_obj_t node = object_node(object); node; node = object_node_next(node))
        json_array_append_new(memory, brief ? node_short(node) : object_json(machine, node));
    for (hwloc_obj_t child = object->first_child; child; child = child->next_sibling)
        json_array_append_new(children, tree_json(machine, child, brief));
    value_set(entry, "memory", memory, !brief || json_array_size(memory));
    value_set(entry, "children", children, !brief || json_array_size(children));
    return entry;
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
    json_object_set_new(entry, "kinds", kinds_json(machine));
    json_object_set_new(entry, "latencies", latencies_json(machine));
    json_object_set_new(entry, "memory", memory_json(machine));
    json_object_set_new(entry, "tree",
                        tree_json(machine, hwloc_get_root_obj(machine->topology), false));
    return entry;
}

json_t *machine_topology(const struct machine *machine)
{
    json_t *entry = json_object(), *kinds = kinds_json(machine);
    json_t *latencies = latencies_json(machine), *attributes = memory_json(machine);
    hwloc_obj_t root = hwloc_get_root_obj(machine->topology);

    value_set(entry, "kinds", kinds, json_array_size(kinds) > 1);
    value_set(entry, "latencies", latencies,
              json_array_size(json_object_get(latencies, "nodes")) > 0);
    value_set(entry, "memory", attributes, json_array_size(attributes) > 0);
    json_object_set_new(entry, "tree", tree_json(machine, root, true));
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
