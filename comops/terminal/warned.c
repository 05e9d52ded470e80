/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/warned.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    const struct warned_cell *a = left, *b = right;
    const int paths = strcmp(a->path, b->path), protocols = strcmp(a->protocol, b->protocol);

    return a->table != b->table ? a->table - b->table
           : paths              ? paths
           : protocols          ? protocols
                                : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

void warned_add(struct warned *warned, const struct cell *cell, int table)
{
    for (int i = 0; i < WARNINGS; i++)
        if (cell->warnings >> i & 1) {
            warned->cells = memory_grow(warned->cells, warned->count, sizeof *warned->cells);
            warned->cells[warned->count++] =
                (struct warned_cell){i, table, cell->path, cell->protocol, cell->bytes};
        }
}

void warned_free(struct warned *warned)
{
    free(warned->cells);
}

/* Those with this warning, in the order of the tables. The caller frees. */
static struct warned_cell *sorted(const struct warned *warned, int warning, size_t *count)
{
    struct warned_cell *cells = memory_or_die(malloc((warned->count + 1) * sizeof *cells));

    *count = 0;
    for (size_t i = 0; i < warned->count; i++)
        if (warned->cells[i].warning == warning)
            cells[(*count)++] = warned->cells[i];
    qsort(cells, *count, sizeof *cells, compare);
    return cells;
}

/* "pingpong", or with the setting where other tables have the same title. The caller frees. */
static char *short_name(const struct table *tables, int count, int index)
{
    char title[PLAN_TITLE], other[PLAN_TITLE];

    plan_title(tables[index].group, title);
    for (int i = 0; i < count; i++)
        if (i != index && tables[i].count && strcmp(plan_title(tables[i].group, other), title) == 0)
            return table_name(&tables[index]);
    return text_copy(title);
}

/* The first `count` cells are an implementation's: " at 8, 4K" or " at every size". */
static void print_sizes(FILE *out, const struct warned_cell *cells, size_t count,
                        const struct table *table)
{
    char size[TEXT_SIZE];

    if (count == table->count && count > 1) {
        fputs(" at every size", out);
        return;
    }
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? ", " : " at ", text_size(size, cells[i].bytes));
}

static bool same_implementation(const struct warned_cell *a, const struct warned_cell *b)
{
    return a->table == b->table && strcmp(a->path, b->path) == 0 &&
           strcmp(a->protocol, b->protocol) == 0;
}

char *warned_rows(const struct warned *warned, int warning, const struct table *tables,
                  int table_count)
{
    char *text;
    size_t size, count;
    struct warned_cell *cells = sorted(warned, warning, &count);
    FILE *out = memory_or_die(open_memstream(&text, &size));

    for (size_t i = 0, end; i < count; i = end) {
        const bool next = i > 0 && cells[i - 1].table == cells[i].table;
        char *name = next ? text_copy("") : short_name(tables, table_count, cells[i].table);

        for (end = i; end < count && same_implementation(&cells[i], &cells[end]);)
            end++;
        fprintf(out, "%s%s%s%s/%s",
                i == 0 ? ""
                : next ? "; "
                       : ". ",
                name, next ? "" : ": ", cells[i].path, cells[i].protocol);
        print_sizes(out, &cells[i], end - i, &tables[cells[i].table]);
        free(name);
    }
    fclose(out);
    free(cells);
    return text;
}

static size_t count_of(const struct warned *warned, int warning)
{
    size_t count = 0;

    for (size_t i = 0; i < warned->count; i++)
        count += warned->cells[i].warning == warning;
    return count;
}

void warned_say(const struct warned *warned, const struct table *tables, int table_count,
                size_t all)
{
    for (int i = 0; i < WARNINGS; i++) {
        const struct warning *warning = &warnings_all[i];
        const size_t count = count_of(warned, i);

        if (!count)
            continue;
        char *rows = count < all ? warned_rows(warned, i, tables, table_count) : text_copy("all");

        text_note("warning, %s: %zu of %zu cells (%s). %s %s", warning->name, count, all, rows,
                  warning->meaning, warning->advice);
        free(rows);
    }
}
