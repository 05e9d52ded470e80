/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/draw_internal.h"
#include "topology/memory_attributes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 12, MOST_ATTRIBUTES = 12 }; /* more are summarized */

static void latency_rows_print(FILE *out, const struct hwloc_distances_s *latencies)
{
    for (unsigned i = 0; i < latencies->nbobjs; i++) {
        fprintf(out, "  NUMA node #%-3u", latencies->objs[i]->logical_index);
        for (unsigned j = 0; j < latencies->nbobjs; j++)
            fprintf(out, " %5llu",
                    (unsigned long long)latencies->values[i * latencies->nbobjs + j]);
        fputc('\n', out);
    }
}

static int value_compare(const void *one, const void *other)
{
    const hwloc_uint64_t *first = one, *second = other;

    return *first < *second ? -1 : *first > *second;
}

/* One line per value, smallest first: "  50 in 48 of 576 directions". */
static void latency_values_print(FILE *out, const struct hwloc_distances_s *latencies)
{
    unsigned total = latencies->nbobjs * latencies->nbobjs, end;
    hwloc_uint64_t *values = memory_zeroed(total, sizeof(*values));

    memcpy(values, latencies->values, total * sizeof(*values));
    qsort(values, total, sizeof(*values), value_compare);
    for (unsigned begin = 0; begin < total; begin = end) {
        for (end = begin; end < total && values[end] == values[begin];)
            end++;
        fprintf(out, "  %5llu in %u of %u directions\n", (unsigned long long)values[begin],
                end - begin, total);
    }
    free(values);
}

static void latencies_print(FILE *out, const struct machine *machine)
{
    struct hwloc_distances_s *latencies = memory_latencies_find(machine->topology);

    if (!latencies)
        return;
    fprintf(out, "\nlatencies between NUMA nodes as the firmware reports them (10: local)\n");
    if (latencies->nbobjs <= MOST_NODES)
        latency_rows_print(out, latencies);
    else
        latency_values_print(out, latencies);
    hwloc_distances_release(machine->topology, latencies);
}

static void attribute_print(FILE *out, const struct memory_attribute *attribute)
{
    char *name = memory_attribute_text(attribute), *node = object_text(attribute->node);
    char *from = indexes_text("hardware thread", "hardware threads", attribute->from);
    char *line = text_format("%s: %s %llu %s from %s", node, name,
                             (unsigned long long)attribute->value, attribute->unit, from);

    fprintf(out, "  %.*s\n", COLUMNS - 2, line);
    free(name);
    free(node);
    free(from);
    free(line);
}

void draw_memory(FILE *out, const struct machine *machine)
{
    struct memory_attributes attributes = memory_attributes_find(machine);

    latencies_print(out, machine);
    if (attributes.count)
        fprintf(out, "\nmemories as the firmware reports them\n");
    for (int i = 0; i < attributes.count && i < MOST_ATTRIBUTES; i++)
        attribute_print(out, &attributes.list[i]);
    if (attributes.count > MOST_ATTRIBUTES)
        fprintf(out, "  ... %d more, see --json\n", attributes.count - MOST_ATTRIBUTES);
    memory_attributes_free(&attributes);
}
