/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/draw.h"

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

void draw_machine(FILE *out, const struct machine *machine, struct placement *const *placements,
                  int count)
{
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
    paragraph_print(out, "", 0, COLUMNS, machine->summary);
    if (column_count)
        trees_print(&drawing, column_count);
    else
        draw_tree(&drawing);
    draw_memory(out, machine);
    for (int i = 0; i < count; i++) {
        fputc('\n', out);
        placement_print(out, placements, i, indent);
    }
    free(columns);
}
