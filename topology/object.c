/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_zeroed(size_t count, size_t size)
{
    return memory_or_die(calloc(count ? count : 1, size));
}

hwloc_obj_t object_within(hwloc_obj_t object, hwloc_obj_type_t type)
{
    while (object && object->type != type)
        object = object->parent;
    return object;
}

hwloc_obj_t object_core(hwloc_obj_t pu)
{
    hwloc_obj_t core = object_within(pu, HWLOC_OBJ_CORE);

    return core ? core : pu;
}

static hwloc_obj_t memory_node(hwloc_obj_t memory)
{
    while (memory && memory->type != HWLOC_OBJ_NUMANODE)
        memory = memory->memory_first_child;
    return memory;
}

hwloc_obj_t object_node(hwloc_obj_t object)
{
    return memory_node(object->memory_first_child);
}

hwloc_obj_t object_node_next(hwloc_obj_t node)
{
    for (; hwloc_obj_type_is_memory(node->type); node = node->parent)
        if (node->next_sibling)
            return memory_node(node->next_sibling);
    return NULL;
}

bool object_contains(hwloc_obj_t object, const struct core *core)
{
    return hwloc_bitmap_intersects(object->cpuset, core->object->cpuset);
}

bool core_contains(const struct core *core, int pu)
{
    for (int i = 0; i < core->pu_count; i++)
        if (core->pus[i] == pu)
            return true;
    return false;
}

int object_cores(const struct machine *machine, hwloc_obj_t object)
{
    hwloc_obj_t pu = NULL, last = NULL;
    int count = 0;

    while ((pu = hwloc_get_next_obj_inside_cpuset_by_type(machine->topology, object->cpuset,
                                                          HWLOC_OBJ_PU, pu))) {
        count += object_core(pu) != last;
        last = object_core(pu);
    }
    return count;
}

const char *object_noun(hwloc_obj_t object)
{
    switch (object->type) {
    case HWLOC_OBJ_MACHINE: return "machine";
    case HWLOC_OBJ_PACKAGE: return "package";
    case HWLOC_OBJ_DIE: return "die";
    case HWLOC_OBJ_CORE: return "core";
    case HWLOC_OBJ_PU: return "hardware thread";
    case HWLOC_OBJ_NUMANODE: return "NUMA node";
    case HWLOC_OBJ_GROUP: return object_node(object) ? "NUMA node" : "group";
    case HWLOC_OBJ_L1CACHE: return "L1";
    case HWLOC_OBJ_L2CACHE: return "L2";
    case HWLOC_OBJ_L3CACHE: return "L3";
    case HWLOC_OBJ_L4CACHE: return "L4";
    case HWLOC_OBJ_L5CACHE: return "L5";
    default: return hwloc_obj_type_string(object->type);
    }
}

static char *size_text(uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes;
    unsigned unit = 0;

    while (value >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        value /= 1024;
        unit++;
    }
    /* 4.7 GiB, but 32 MiB and 126 GiB: three digits suffice. */
    if (value >= 99.95 || (uint64_t)(value * 10 + 0.5) % 10 == 0)
        return text_format("%.0f %s", value, units[unit]);
    return text_format("%.1f %s", value, units[unit]);
}

static char *sized_text(const char *noun, unsigned index, uint64_t bytes)
{
    char *size, *text;

    if (!bytes) /* hwloc does not know */
        return text_format("%s #%u", noun, index);
    size = size_text(bytes);
    text = text_format("%s #%u (%s)", noun, index, size);
    free(size);
    return text;
}

char *object_text(hwloc_obj_t object)
{
    hwloc_obj_t node = object->type == HWLOC_OBJ_GROUP ? object_node(object) : NULL;

    if (node)
        return object_text(node);
    if (object->type == HWLOC_OBJ_GROUP && object->arity == 1)
        return object_text(object->first_child); /* a group of one adds no information */
    if (object->type == HWLOC_OBJ_MACHINE)
        return text_format("the whole machine");
    if (object->type == HWLOC_OBJ_NUMANODE)
        return sized_text("NUMA node", object->logical_index, object->attr->numanode.local_memory);
    return sized_text(object_noun(object), object->logical_index,
                      hwloc_obj_type_is_cache(object->type) ? object->attr->cache.size : 0);
}

char *indexes_text(const char *singular, const char *plural, hwloc_const_bitmap_t indexes)
{
    char *list = NULL, *text;

    if (hwloc_bitmap_list_asprintf(&list, indexes) < 0)
        list = text_format("?");
    text = text_format("%s %s", hwloc_bitmap_weight(indexes) == 1 ? singular : plural, list);
    free(list);
    return text;
}

char *cores_text(const struct core *const *cores, int count)
{
    hwloc_bitmap_t indexes = hwloc_bitmap_alloc();
    bool known = count > 0 && cores[0]->object->type == HWLOC_OBJ_CORE;
    char *text;

    for (int i = 0; i < count; i++)
        hwloc_bitmap_set(indexes, cores[i]->object->logical_index);
    text = known ? indexes_text("core", "cores", indexes)
                 : indexes_text("hardware thread", "hardware threads", indexes);
    hwloc_bitmap_free(indexes);
    return text;
}

void text_join(char **text, const char *separator, char *more)
{
    char *joined = text_format("%s%s%s", *text, **text && *more ? separator : "", more);

    free(*text);
    free(more);
    *text = joined;
}

/* ---- memory attributes ----------------------------------------------------------------------- */

struct hwloc_distances_s *memory_latencies_find(hwloc_topology_t topology)
{
    struct hwloc_distances_s *found = NULL;
    unsigned count = 1;

    if (hwloc_distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count, &found,
                                    HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) ||
        !count)
        return NULL;
    return found;
}

static void attribute_add(struct memory_attributes *attributes, struct memory_attribute attribute,
                          const struct hwloc_location *initiator)
{
    hwloc_const_bitmap_t from = initiator->type == HWLOC_LOCATION_TYPE_CPUSET
                                    ? initiator->location.cpuset
                                    : initiator->location.object->cpuset;

    if (!from || hwloc_bitmap_iszero(from))
        return; /* the initiator is a device */
    attribute.from = hwloc_bitmap_dup(from);
    attributes->list =
        memory_grow(attributes->list, (size_t)attributes->count, sizeof(*attributes->list));
    attributes->list[attributes->count++] = attribute;
}

static void node_attributes_add(const struct machine *machine, struct memory_attributes *attributes,
                                struct memory_attribute attribute, hwloc_memattr_id_t id)
{
    hwloc_topology_t topology = machine->topology;
    struct hwloc_location *initiators;
    hwloc_uint64_t *values;
    unsigned count = 0;

    if (hwloc_memattr_get_initiators(topology, id, attribute.node, 0, &count, NULL, NULL))
        return;
    initiators = memory_zeroed(count, sizeof(*initiators));
    values = memory_zeroed(count, sizeof(*values));
    if (hwloc_memattr_get_initiators(topology, id, attribute.node, 0, &count, initiators, values))
        count = 0;
    for (unsigned i = 0; i < count; i++) {
        attribute.value = values[i];
        attribute_add(attributes, attribute, &initiators[i]);
    }
    free(initiators);
    free(values);
}

/* Later versions of hwloc have more attributes and users add their own: identify them by name. */
struct memory_attributes memory_attributes_find(const struct machine *machine)
{
    struct memory_attributes attributes = {0};
    const char *name;

    for (hwloc_memattr_id_t id = 0; !hwloc_memattr_get_name(machine->topology, id, &name); id++) {
        bool bandwidth = strstr(name, "Bandwidth") != NULL;
        struct memory_attribute attribute = {.name = name, .unit = bandwidth ? "MiB/s" : "ns"};
        if (!bandwidth && !strstr(name, "Latency"))
            continue;
        while ((attribute.node = hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_NUMANODE,
                                                            attribute.node)))
            node_attributes_add(machine, &attributes, attribute, id);
    }
    return attributes;
}

void memory_attributes_free(struct memory_attributes *attributes)
{
    for (int i = 0; i < attributes->count; i++)
        hwloc_bitmap_free(attributes->list[i].from);
    free(attributes->list);
}

char *memory_attribute_text(const struct memory_attribute *attribute)
{
    const char *name = attribute->name;
    char *text = memory_zeroed(2 * strlen(name) + 1, 1), *end = text;

    for (; *name; name++) {
        if (isupper((unsigned char)*name) && end != text)
            *end++ = ' ';
        *end++ = (char)tolower((unsigned char)*name);
    }
    return text;
}
