/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/draw.h"

#include "comops/text/escape.h"
#include "topology/draw_internal.h"

#include <stdlib.h>
#include <string.h>

/* The first placement with the same hardware threads; possibly itself. */
static const struct placement *duplicate_find(struct placement *const *placements, int index)
{
    for (int i = 0; i < index; i++)
        if (placement_equal(placements[i], placements[index]))
            return placements[i];
    return placements[index];
}

static void placement_print(FILE *out, struct placement *const *placements, int index, int indent)
{
    const struct placement *placement = placements[index],
                           *duplicate = duplicate_find(placements, index);
    const char *meaning = placement_meaning(placement->name);
    char *text;

    paragraph_print(out, placement->name, indent, COLUMNS, meaning ? meaning : "unknown");
    if (placement->refused)
        text = text_format("refused: %s", placement->refused);
    else if (duplicate != placement)
        text =
            text_format("the same hardware threads as %s: %s", duplicate->name, placement->where);
    else
        text = text_format("%s%s", placement->where,
                           placement->oversubscribed ? ", oversubscribed" : "");
    paragraph_print(out, "", indent, COLUMNS, text);
    free(text);
}

static void header_print(const struct drawing *drawing)
{
    fprintf(drawing->out, "%-*s", drawing->tree_width, "ranks in each placement:");
    for (int i = 0; i < drawing->column_count; i++) {
        const char *name = drawing->columns[i].placement->name;
        int width = drawing->columns[i].width;
        bool cut = (int)strlen(name) > width;
        fprintf(drawing->out, "%*s%.*s%s", i ? COLUMN_GAP : 0, "", cut ? width - 2 : width, name,
                cut ? ".." : "");
        if (i + 1 < drawing->column_count && !cut)
            fprintf(drawing->out, "%*s", width - (int)strlen(name), "");
    }
    fputc('\n', drawing->out);
}

/* Repeats the tree until all columns have been shown beside it. */
static void trees_print(struct drawing *drawing, int count)
{
    enum { HEADER = sizeof("ranks in each placement:") + 1 };

    while (count > 0) {
        int width = 0;
        drawing->column_count = count;
        drawing->tree_width = draw_tree_width(drawing);
        if (drawing->tree_width < HEADER)
            drawing->tree_width = HEADER;
        for (drawing->column_count = 0; drawing->column_count < count; drawing->column_count++) {
            width += drawing->columns[drawing->column_count].width;
            if (drawing->tree_width + width > COLUMNS)
                break;
            width += COLUMN_GAP;
        }
        header_print(drawing);
        draw_tree(drawing);
        count -= drawing->column_count;
        drawing->columns += drawing->column_count;
        if (count)
            fputc('\n', drawing->out);
    }
}

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

/* Latencies and bandwidths of the memories, if hwloc knows any. */
static void memory_print(FILE *out, const struct machine *machine)
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

void draw_machine(FILE *out, const struct machine *machine, struct placement *const *placements,
                  int count)
{
    char *summary = escape_terminal(machine->summary); /* names the CPU as the XML does */
    hwloc_obj_t root = hwloc_get_root_obj(machine->topology);
    struct column *columns = memory_zeroed((size_t)count, sizeof(*columns));
    struct drawing drawing = {.out = out,
                              .machine = machine,
                              .columns = columns,
                              .whole = object_cores(machine, root) <= FULL_CORES};
    int column_count = 0, indent = 0;

    for (int i = 0; i < count; i++) {
        int length = (int)strlen(placements[i]->name) + COLUMN_GAP;
        if (!placements[i]->refused && duplicate_find(placements, i) == placements[i])
            columns[column_count++] =
                (struct column){placements[i], column_width(machine, placements[i])};
        if (length > indent && length <= CELL_COLUMNS + COLUMN_GAP)
            indent = length;
    }
    paragraph_print(out, "", 0, COLUMNS, summary);
    free(summary);
    if (column_count)
        trees_print(&drawing, column_count);
    else
        draw_tree(&drawing);
    memory_print(out, machine);
    for (int i = 0; i < count; i++) {
        fputc('\n', out);
        placement_print(out, placements, i, indent);
    }
    free(columns);
}
