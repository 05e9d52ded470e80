/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
