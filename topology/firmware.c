/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/firmware.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct hwloc_distances_s *latencies_find(hwloc_topology_t topology)
{
    struct hwloc_distances_s *found = NULL;
    unsigned count = 1;

    if (hwloc_distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count, &found,
                                    HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) ||
        !count)
        return NULL;
    return found;
}

static void figure_add(struct figures *figures, struct figure figure,
                       const struct hwloc_location *initiator)
{
    hwloc_const_bitmap_t from = initiator->type == HWLOC_LOCATION_TYPE_CPUSET
                                    ? initiator->location.cpuset
                                    : initiator->location.object->cpuset;

    if (!from || hwloc_bitmap_iszero(from))
        return; /* seen from a device */
    figure.from = hwloc_bitmap_dup(from);
    figures->list =
        memory_resized(figures->list, (size_t)(figures->count + 1) * sizeof(*figures->list));
    figures->list[figures->count++] = figure;
}

static void node_figures_add(const struct machine *machine, struct figures *figures,
                             struct figure figure, hwloc_memattr_id_t attribute)
{
    hwloc_topology_t topology = machine->topology;
    struct hwloc_location *initiators;
    hwloc_uint64_t *values;
    unsigned count = 0;

    if (hwloc_memattr_get_initiators(topology, attribute, figure.node, 0, &count, NULL, NULL))
        return;
    initiators = memory_zeroed(count, sizeof(*initiators));
    values = memory_zeroed(count, sizeof(*values));
    if (hwloc_memattr_get_initiators(topology, attribute, figure.node, 0, &count, initiators,
                                     values))
        count = 0;
    for (unsigned i = 0; i < count; i++) {
        figure.value = values[i];
        figure_add(figures, figure, &initiators[i]);
    }
    free(initiators);
    free(values);
}

/* Later versions of hwloc know more attributes, users add their own: names tell them apart. */
struct figures figures_find(const struct machine *machine)
{
    struct figures figures = {0};
    const char *name;

    for (hwloc_memattr_id_t id = 0; !hwloc_memattr_get_name(machine->topology, id, &name); id++) {
        bool bandwidth = strstr(name, "Bandwidth") != NULL;
        struct figure figure = {.attribute = name, .unit = bandwidth ? "MiB/s" : "ns"};
        if (!bandwidth && !strstr(name, "Latency"))
            continue;
        while ((figure.node =
                    hwloc_get_next_obj_by_type(machine->topology, HWLOC_OBJ_NUMANODE, figure.node)))
            node_figures_add(machine, &figures, figure, id);
    }
    return figures;
}

void figures_free(struct figures *figures)
{
    for (int i = 0; i < figures->count; i++)
        hwloc_bitmap_free(figures->list[i].from);
    free(figures->list);
}

char *figure_text(const struct figure *figure)
{
    const char *name = figure->attribute;
    char *text = memory_zeroed(2 * strlen(name) + 1, 1), *end = text;

    for (; *name; name++) {
        if (isupper((unsigned char)*name) && end != text)
            *end++ = ' ';
        *end++ = (char)tolower((unsigned char)*name);
    }
    return text;
}
