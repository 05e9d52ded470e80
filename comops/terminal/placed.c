/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/placed.h"

#include "comops/terminal/factor.h"
#include "comops/terminal/table.h"
#include "comops/text/text.h"
#include "comops/text/wrap.h"

#include <stdlib.h>

void placed_add(struct placed *placed, struct placed_cell cell)
{
    placed->cells = memory_grow(placed->cells, placed->count, sizeof *placed->cells);
    placed->cells[placed->count++] = cell;
}

void placed_free(struct placed *placed)
{
    free(placed->cells);
    *placed = (struct placed){0};
}

/* By table, then by ratio. */
static int compare(const void *left, const void *right)
{
    const struct placed_cell *a = left, *b = right;
    const int tables = (a->other->table > b->other->table) - (a->other->table < b->other->table);

    return tables ? tables : (a->ratio.value > b->ratio.value) - (a->ratio.value < b->ratio.value);
}

/* Of the other placement: its time is the ratio's numerator. */
static enum decision decision_of_other(const struct placed_cell *cell)
{
    const enum decision first = ratio_decision(&cell->ratio);

    return first == DECISION_FASTER   ? DECISION_SLOWER
           : first == DECISION_SLOWER ? DECISION_FASTER
                                      : first;
}

/* Cells of one table that are decided alike; the least and the greatest factor among them. */
struct likeness {
    size_t count;
    const struct placed_cell *least, *most;
};

static struct likeness likeness_of(const struct placed_cell *cells, size_t count,
                                   enum decision decision)
{
    struct likeness likeness = {0};

    for (const struct placed_cell *cell = cells; cell < cells + count; cell++) {
        if (decision_of_other(cell) != decision)
            continue;
        if (!likeness.count++)
            likeness.least = likeness.most = cell;
        if (factor_of(&cell->ratio) < factor_of(&likeness.least->ratio))
            likeness.least = cell;
        if (factor_of(&cell->ratio) > factor_of(&likeness.most->ratio))
            likeness.most = cell;
    }
    return likeness;
}

/* " (1.04 [1.02, 1.06] to 3.4 [3.3, 3.5] times, the most for mpi/sendrecv at 4M)" */
static void print_factors(FILE *out, const struct likeness *likeness)
{
    const struct placed_cell *most = likeness->most;
    char text[FACTOR_TEXT], size[TEXT_SIZE];

    fprintf(out, " (");
    if (likeness->least != most)
        fprintf(out, "%s to ", factor_text_interval(&likeness->least->ratio, text));
    fprintf(out, "%s times, %s%s/%s", factor_text_interval(&most->ratio, text),
            likeness->least == most ? "" : "the most for ", most->path, most->protocol);
    if (most->other->bytes)
        fprintf(out, " at %s", text_size(size, most->other->bytes));
    fputc(')', out);
}

/* "broadcast on smt against bus, 2 ranks, rewrite buffers: slower in 14 (...), equivalent in 6 of
 * 20 comparisons." The caller frees. */
static char *sentence_of(const struct placed_cell *cells, size_t count)
{
    static const enum decision order[] = {DECISION_SLOWER, DECISION_FASTER, DECISION_EQUIVALENT,
                                          DECISION_UNDECIDED};
    const struct group *first = cells->first, *other = cells->other;
    char *text,
        *where = text_format("%s against %s", other->placement->name, first->placement->name);
    char *name = table_group_name(other, where);
    const char *separator = ":";
    size_t size;
    FILE *out = memory_or_die(open_memstream(&text, &size));

    fputs(name, out);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct likeness likeness = likeness_of(cells, count, order[i]);

        if (!likeness.count)
            continue;
        fprintf(out, "%s %s in %zu", separator, decision_names[order[i]], likeness.count);
        if (order[i] == DECISION_SLOWER || order[i] == DECISION_FASTER)
            print_factors(out, &likeness);
        separator = ",";
    }
    fprintf(out, " of %zu comparison%s.", count, &"s"[count == 1]);
    fclose(out);
    free(where);
    free(name);
    return text;
}

void placed_print(FILE *out, struct placed *placed)
{
    if (placed->count) {
        qsort(placed->cells, placed->count, sizeof *placed->cells, compare);
        fputs("Each implementation on two placements:\n", out);
    }
    for (size_t first = 0, end; first < placed->count; first = end) {
        for (end = first; end < placed->count &&
                          placed->cells[end].other->table == placed->cells[first].other->table;)
            end++;
        char *text = sentence_of(&placed->cells[first], end - first);

        fputs("  ", out);
        wrap_print(out, text, 4);
        free(text);
    }
}
