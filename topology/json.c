/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine as JSON, and as XML for hwloc. */
#include "topology/internal.h"

#include <stdlib.h>
#include <string.h>

static void add_size(struct json *json, const char *name, uint64_t value)
{
    json_add_integer(json, name, (int64_t)value);
}

/* OS indices in ascending order. A file may claim infinitely many. */
static void add_indexes(struct json *json, const char *name, const struct machine *machine,
                        hwloc_const_bitmap_t indexes)
{
    hwloc_bitmap_t finite = hwloc_bitmap_alloc();
    unsigned pu;

    json_begin_array(json, name);
    hwloc_bitmap_and(finite, indexes, hwloc_topology_get_topology_cpuset(machine->topology));
    hwloc_bitmap_foreach_begin(pu, finite) add_size(json, NULL, pu);
    hwloc_bitmap_foreach_end();
    hwloc_bitmap_free(finite);
    json_end(json, ']');
}

/* OS indices in logical order; only those in `within` unless it is NULL. */
static void add_pus(struct json *json, const char *name, const struct machine *machine,
                    hwloc_obj_t object, hwloc_const_bitmap_t within)
{
    hwloc_obj_t pu = NULL;

    json_begin_array(json, name);
    while ((pu = hwloc_get_next_obj_inside_cpuset_by_type(machine->topology, object->cpuset,
                                                          HWLOC_OBJ_PU, pu)))
        if (!within || hwloc_bitmap_isset(within, pu->os_index))
            add_size(json, NULL, pu->os_index);
    json_end(json, ']');
}

/* Its members, without `type`. */
static void add_object(struct json *json, const struct machine *machine, hwloc_obj_t object)
{
    add_size(json, "index", object->logical_index);
    if (hwloc_obj_type_is_cache(object->type))
        add_size(json, "bytes", object->attr->cache.size);
    else if (object->os_index != HWLOC_UNKNOWN_INDEX)
        add_size(json, "os_index", object->os_index);
    if (object->type == HWLOC_OBJ_NUMANODE)
        add_size(json, "bytes", object->attr->numanode.local_memory);
    add_pus(json, "pus", machine, object, NULL);
}

static void add_listed(struct json *json, const struct machine *machine, hwloc_obj_t object)
{
    json_begin_object(json, NULL);
    if (hwloc_obj_type_is_cache(object->type))
        json_add_text(json, "type", object_noun(object));
    add_object(json, machine, object);
    json_end(json, '}');
}

static void add_objects(struct json *json, const char *name, const struct machine *machine,
                        hwloc_obj_type_t type)
{
    hwloc_obj_t object = NULL;

    json_begin_array(json, name);
    while ((object = hwloc_get_next_obj_by_type(machine->topology, type, object)))
        add_listed(json, machine, object);
    json_end(json, ']');
}

static void add_caches(struct json *json, const struct machine *machine)
{
    int depths = hwloc_topology_get_depth(machine->topology);

    json_begin_array(json, "caches");
    for (int depth = 0; depth < depths; depth++) {
        hwloc_obj_t object = NULL;
        if (!hwloc_obj_type_is_cache(hwloc_get_depth_type(machine->topology, depth)))
            continue;
        while ((object = hwloc_get_next_obj_by_depth(machine->topology, depth, object)))
            add_listed(json, machine, object);
    }
    json_end(json, ']');
}

static void add_core(struct json *json, const struct machine *machine, hwloc_obj_t core)
{
    json_begin_object(json, NULL);
    add_size(json, "index", core->logical_index);
    json_add_boolean(json, "usable", hwloc_bitmap_intersects(core->cpuset, machine->usable));
    add_pus(json, "pus", machine, core, NULL);
    add_pus(json, "usable_pus", machine, core, machine->usable);
    json_end(json, '}');
}

static void add_cores(struct json *json, const struct machine *machine)
{
    hwloc_obj_t pu = NULL, last = NULL;

    json_begin_array(json, "cores");
    while ((pu = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_PU, pu))) {
        if (object_core(pu) != last)
            add_core(json, machine, object_core(pu));
        last = object_core(pu);
    }
    json_end(json, ']');
}

/* hwloc numbers groups by their depth, which is of no use to readers. */
static const char *object_type(hwloc_obj_t object)
{
    return object->type == HWLOC_OBJ_GROUP ? "group" : object_noun(object);
}

static void add_span(struct json *json, const char *name, struct span span)
{
    if (!span.low)
        return;
    json_begin_array(json, name);
    add_size(json, NULL, span.low);
    add_size(json, NULL, span.high);
    json_end(json, ']');
}

static void add_kinds(struct json *json, const struct machine *machine)
{
    json_begin_array(json, "kinds");
    for (int i = 0; machine->kind_count > 1 && i < machine->kind_count; i++) {
        const struct kind *kind = &machine->kinds[i];

        json_begin_object(json, NULL);
        add_size(json, "speed", (uint64_t)i);
        add_indexes(json, "pus", machine, kind->pus);
        json_add_text(json, "type", kind->type);
        add_span(json, "MHz", kind->MHz);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void add_latencies(struct json *json, const struct machine *machine)
{
    struct hwloc_distances_s *latencies = memory_latencies_find(machine->topology);
    const unsigned count = latencies ? latencies->nbobjs : 0;

    json_begin_object(json, "latencies");
    json_begin_array(json, "nodes");
    for (unsigned i = 0; i < count; i++)
        add_size(json, NULL, latencies->objs[i]->logical_index);
    json_end(json, ']');
    json_begin_array(json, "values");
    for (unsigned i = 0; i < count; i++) {
        json_begin_array(json, NULL);
        for (unsigned j = 0; j < count; j++)
            add_size(json, NULL, latencies->values[i * count + j]);
        json_end(json, ']');
    }
    json_end(json, ']');
    json_end(json, '}');
    if (latencies)
        hwloc_distances_release(machine->topology, latencies);
}

static void add_memory(struct json *json, const struct machine *machine)
{
    struct memory_attributes attributes = memory_attributes_find(machine);

    json_begin_array(json, "memory");
    for (int i = 0; i < attributes.count; i++) {
        const struct memory_attribute *attribute = &attributes.list[i];
        char *name = memory_attribute_text(attribute);

        json_begin_object(json, NULL);
        add_size(json, "node", attribute->node->logical_index);
        json_add_text(json, "attribute", name);
        json_add_text(json, "unit", attribute->unit);
        add_size(json, "value", attribute->value);
        add_indexes(json, "from_pus", machine, attribute->from);
        json_end(json, '}');
        free(name);
    }
    json_end(json, ']');
    memory_attributes_free(&attributes);
}

/* The machine as nested objects, down to the hardware threads. */
static void add_tree(struct json *json, const char *name, const struct machine *machine,
                     hwloc_obj_t object)
{
    json_begin_object(json, name);
    json_add_text(json, "type", object_type(object));
    add_object(json, machine, object);
    json_add_boolean(json, "usable", hwloc_bitmap_intersects(object->cpuset, machine->usable));
    json_begin_array(json, "memory");
    for (hwloc_obj_t node = object_node(object); node; node = object_node_next(node))
        add_listed(json, machine, node);
    json_end(json, ']');
    json_begin_array(json, "children");
    for (hwloc_obj_t child = object->first_child; child; child = child->next_sibling)
        add_tree(json, NULL, machine, child);
    json_end(json, ']');
    json_end(json, '}');
}

void machine_add_json(const struct machine *machine, struct json *json)
{
    json_add_boolean(json, "here", machine_is_here(machine));
    json_add_text(json, "hwloc", HWLOC_VERSION);
    json_add_integer(json, "usable_cores", machine->core_count);
    json_add_integer(json, "usable_pus", machine->pu_count);
    add_objects(json, "packages", machine, HWLOC_OBJ_PACKAGE);
    add_objects(json, "numa_nodes", machine, HWLOC_OBJ_NUMANODE);
    add_caches(json, machine);
    add_cores(json, machine);
    add_kinds(json, machine);
    add_latencies(json, machine);
    add_memory(json, machine);
    add_tree(json, "tree", machine, hwloc_get_root_obj(machine->topology));
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
