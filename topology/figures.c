/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/drawing.h"
#include "topology/firmware.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 12, MOST_FIGURES = 12 }; /* more are summed up */

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

/* One line for each value, smallest first: "  50 in 48 of 576 directions". */
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
    struct hwloc_distances_s *latencies = latencies_find(machine->topology);

    if (!latencies)
        return;
    fprintf(out, "\nlatencies between NUMA nodes, as the firmware states them (10: a node's "
                 "own)\n");
    if (latencies->nbobjs <= MOST_NODES)
        latency_rows_print(out, latencies);
    else
        latency_values_print(out, latencies);
    hwloc_distances_release(machine->topology, latencies);
}

static void figure_print(FILE *out, const struct figure *figure)
{
    char *name = figure_text(figure), *node = object_text(figure->node);
    char *from = indexes_text("hardware thread", "hardware threads", figure->from);
    char *line = text_format("%s: %s %llu %s from %s", node, name,
                             (unsigned long long)figure->value, figure->unit, from);

    fprintf(out, "  %.*s\n", COLUMNS - 2, line);
    free(name);
    free(node);
    free(from);
    free(line);
}

void figures_print(FILE *out, const struct machine *machine)
{
    struct figures figures = figures_find(machine);

    latencies_print(out, machine);
    if (figures.count)
        fprintf(out, "\nmemories, as the firmware states them\n");
    for (int i = 0; i < figures.count && i < MOST_FIGURES; i++)
        figure_print(out, &figures.list[i]);
    if (figures.count > MOST_FIGURES)
        fprintf(out, "  ... %d more, see --json\n", figures.count - MOST_FIGURES);
    figures_free(&figures);
}
