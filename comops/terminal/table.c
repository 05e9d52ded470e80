/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/table.h"

#include "comops/plan/names.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const shared_memory =
    "threads"; /* the first column; all other paths are the second */

static const struct cell *fastest(const struct group *group, const struct cell *cells, bool first)
{
    const struct cell *best = NULL;

    for (int i = 0; i < group->count; i++)
        if (cell_valid(&cells[i]) && (strcmp(cells[i].path, shared_memory) == 0) == first &&
            (!best || cell_time(&cells[i]) < cell_time(best)))
            best = &cells[i];
    return best;
}

static const char *second_path(const struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (strcmp(group->candidates[i].path->label, shared_memory) != 0)
            return group->candidates[i].path->label;
    return "mpi";
}

struct row table_row(const struct group *group, const struct cell *cells)
{
    struct row row = {.bytes = group->bytes, .time_us = {NAN, NAN}, .ratio = {.value = NAN}};
    const struct cell *best[2] = {fastest(group, cells, true), fastest(group, cells, false)};
    const char *const columns[2] = {shared_memory, second_path(group)};

    for (int side = 0; side < 2; side++) {
        if (!best[side])
            continue;
        row.time_us[side] = cell_time(best[side]);
        row.protocol[side] = best[side]->protocol;
        if (strcmp(best[side]->path, columns[side]) != 0)
            row.path[side] = best[side]->path;
    }
    if (best[0] && best[1])
        row.ratio = cell_ratio(best[0], best[1]);
    return row;
}

void table_add(struct table *table, const struct group *group, struct row row)
{
    size_t at = table->count;

    table->group = group;
    table->columns[0] = shared_memory;
    table->columns[1] = second_path(group);
    table->rows = memory_grow(table->rows, table->count, sizeof row);
    for (; at > 0 && table->rows[at - 1].bytes > row.bytes; at--)
        table->rows[at] = table->rows[at - 1];
    table->rows[at] = row;
    table->count++;
}

void table_note(struct table *table, char *text)
{
    text_list_add(&table->notes, text);
}

void table_free(struct table *table)
{
    text_list_free(table->notes);
    free(table->rows);
    *table = (struct table){0};
}

/* Which column is faster, for rows and sentence. */
enum verdict { FIRST, SECOND, EVEN, UNKNOWN };

static enum verdict verdict_of(const struct row *row)
{
    if (!row->ratio.has_interval)
        return UNKNOWN;
    const int side = statistics_side(row->ratio.interval);

    return side > 0 ? FIRST : side < 0 ? SECOND : EVEN;
}

/* How many times faster the faster column is. */
static double factor(const struct row *row)
{
    return fmax(row->ratio.value, 1 / row->ratio.value);
}

/* "rewrite buffers", or "root memory, rewrite buffers, consume timed" if pages do not follow first
 * touch and data are used. */
static void print_buffers(FILE *out, const struct group *group)
{
    if (group->memory->bound)
        fprintf(out, "%s memory, ", group->memory->name);
    fprintf(out, "%s buffers", names_buffers[group->buffers]);
    if (group->consume != CONSUME_NO)
        fprintf(out, ", consume %s", consumption_names[group->consume]);
}

static void print_title(FILE *out, const struct group *group)
{
    char title[PLAN_TITLE];

    fprintf(out, "%s, %d ranks, %s: %s, ", plan_title(group, title), group->ranks,
            group->placement->name, group->placement->where);
    print_buffers(out, group);
    fputc('\n', out);
    if (group->placement->oversubscribed)
        fputs("OVERSUBSCRIBED: more ranks than cores; these times say little about the machine\n",
              out);
}

static void print_head(FILE *out, const struct table *table)
{
    char *ratio = text_format("%s/%s", table->columns[1], table->columns[0]);

    fprintf(out, "%10s %8s us %-9s %8s us %-9s %12s  %-16s %s\n", "bytes", table->columns[0], "how",
            table->columns[1], "how", ratio, "95 % interval", "faster");
    free(ratio);
}

static void print_time(FILE *out, const struct row *row, int side)
{
    const double time = row->time_us[side];
    const char *path = row->path[side], *protocol = row->protocol[side];
    char *how = text_format("%s%s%s", path ? path : "", path ? "/" : "", protocol ? protocol : "");

    if (isnan(time))
        fprintf(out, " %11s", "-");
    else
        fprintf(out, " %11.*f", time < 10 ? 3 : time < 100 ? 2 : 1, time);
    fprintf(out, " %-9s", how);
    free(how);
}

static void print_ratio(FILE *out, const struct row *row)
{
    const struct interval *interval = &row->ratio.interval;
    char text[64] = "";

    if (row->ratio.has_interval)
        snprintf(text, sizeof text, interval->high < 10 ? "[%.3f, %.3f]" : "[%.1f, %.1f]",
                 interval->low, interval->high);
    if (isnan(row->ratio.value))
        fprintf(out, " %12s", "-");
    else
        fprintf(out, " %12.3f", row->ratio.value);
    fprintf(out, "  %-16s ", text);
}

static void print_verdict(FILE *out, const struct table *table, const struct row *row, bool colour)
{
    static const char *const colours[] = {"\033[34m", "\033[33m"};
    const enum verdict verdict = verdict_of(row);

    if (verdict == UNKNOWN)
        fprintf(out, "%s\n", isnan(row->ratio.value) ? "" : "no interval");
    else if (verdict == EVEN)
        fprintf(out, "even\n");
    else
        fprintf(out, "%s%s %.2fx%s\n", colour ? colours[verdict] : "", table->columns[verdict],
                factor(row), colour ? "\033[0m" : "");
}

void table_print(FILE *out, const struct table *table, bool colour)
{
    print_title(out, table->group);
    print_head(out, table);
    for (const struct row *row = table->rows; row < table->rows + table->count; row++) {
        fprintf(out, "%10zu", row->bytes);
        print_time(out, row, 0);
        print_time(out, row, 1);
        print_ratio(out, row);
        print_verdict(out, table, row, colour);
    }
    for (char **note = table->notes; note && *note; note++)
        fprintf(out, "%s\n", *note);
    fputc('\n', out);
}

/* Adjacent rows with the same verdict, and their least and greatest factor. */
struct stretch {
    const struct row *first, *last;
    enum verdict verdict;
    double least, most;
};

static struct stretch stretch_from(const struct table *table, const struct row *row)
{
    struct stretch stretch = {row, row, verdict_of(row), factor(row), factor(row)};

    for (; row < table->rows + table->count && verdict_of(row) == stretch.verdict; row++) {
        stretch.last = row;
        stretch.least = fmin(stretch.least, factor(row));
        stretch.most = fmax(stretch.most, factor(row));
    }
    return stretch;
}

/* " at 4K", " from 8 to 16" or, of the whole table, " at every size, 8 to 4M". */
static void print_sizes(FILE *out, const struct table *table, const struct stretch *stretch)
{
    const bool whole =
        stretch->first == table->rows && stretch->last + 1 == table->rows + table->count;
    char from[TEXT_SIZE], to[TEXT_SIZE];

    text_size(from, stretch->first->bytes);
    text_size(to, stretch->last->bytes);
    if (whole && stretch->verdict == UNKNOWN)
        fprintf(out, ", %s to %s", from, to);
    else if (whole && table->count > 1)
        fprintf(out, " at every size, %s to %s", from, to);
    else if (stretch->first == stretch->last)
        fprintf(out, " at %s", from);
    else
        fprintf(out, " from %s to %s", from, to);
}

static void print_stretch(FILE *out, const struct table *table, const struct stretch *stretch)
{
    const bool won = stretch->verdict == FIRST || stretch->verdict == SECOND;

    if (won)
        fprintf(out, "%s faster", table->columns[stretch->verdict]);
    else
        fputs(stretch->verdict == EVEN ? "no difference shown" : "no comparison", out);
    print_sizes(out, table, stretch);
    if (won && stretch->most - stretch->least < 0.005)
        fprintf(out, " (%.2f times)", stretch->most);
    else if (won)
        fprintf(out, " (%.2f to %.2f times)", stretch->least, stretch->most);
}

void table_sentence(FILE *out, const struct table *table)
{
    const struct group *group = table->group;
    char title[PLAN_TITLE];

    fprintf(out, "%s on %s, %d ranks, ", plan_title(group, title), group->placement->name,
            group->ranks);
    print_buffers(out, group);
    fputs(group->placement->oversubscribed ? " (OVERSUBSCRIBED): " : ": ", out);
    for (const struct row *row = table->rows; row < table->rows + table->count;) {
        const struct stretch stretch = stretch_from(table, row);

        fputs(row > table->rows ? "; " : "", out);
        print_stretch(out, table, &stretch);
        row = stretch.last + 1;
    }
    fputs(".\n", out);
}
