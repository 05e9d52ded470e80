/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/draw.h"

#include "topology/drawing.h"

#include <stdlib.h>
#include <string.h>

/* Wraps at blanks, every line after the first indented like the first. */
static void paragraph_print(FILE *out, const char *title, int indent, const char *text)
{
    int column = indent;

    fprintf(out, "%-*s", indent, title);
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

static void placement_print(FILE *out, const struct placement *placement, int indent)
{
    char *text;

    paragraph_print(out, placement->name, indent, placement_meaning(placement->name));
    if (placement->refused)
        text = text_format("refused: %s", placement->refused);
    else
        text = text_format("%s%s", placement->where,
                           placement->oversubscribed ? ", oversubscribed" : "");
    paragraph_print(out, "", indent, text);
    free(text);
}

static void header_print(const struct drawing *drawing)
{
    fprintf(drawing->out, "%-*s", drawing->column_count ? drawing->tree_width : 0, "");
    for (int i = 0; i < drawing->column_count; i++)
        fprintf(drawing->out, "%-*s",
                i + 1 < drawing->column_count ? drawing->column_width : 0,
                drawing->columns[i]->name);
    fputc('\n', drawing->out);
}

void draw_machine(FILE *out, const struct machine *machine, struct placement *const *placements,
                  int count)
{
    hwloc_obj_t root = hwloc_get_root_obj(machine->topology);
    struct placement **columns = memory_zeroed((size_t)count, sizeof(*columns));
    struct drawing drawing = {.out = out, .machine = machine, .columns = columns,
                              .column_width = CELL_COLUMNS + 1,
                              .whole = object_cores(machine, root) <= FULL_CORES};
    int most = (COLUMNS - TREE_COLUMNS) / drawing.column_width, indent = 0;

    for (int i = 0; i < count; i++) {
        if (!placements[i]->refused && drawing.column_count < most)
            columns[drawing.column_count++] = placements[i];
        if ((int)strlen(placements[i]->name) + 2 > indent)
            indent = (int)strlen(placements[i]->name) + 2;
    }
    drawing.tree_width = TREE_COLUMNS;
    paragraph_print(out, "", 0, machine->summary);
    header_print(&drawing);
    tree_print(&drawing);
    for (int i = 0; i < count; i++) {
        fputc('\n', out);
        placement_print(out, placements[i], indent);
    }
    free(columns);
}
