/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/table.h"

#include "comops/plan/names.h"
#include "comops/terminal/factor.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first column; all other paths are the second. */
static const char *first_path(void)
{
    return verdicts_all[VERDICT_BEST].sides[0].path;
}

static const char *second_path(const struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (!path_is(group->candidates[i].path, first_path()))
            return group->candidates[i].path->label;
    return "mpi";
}

static struct side side_of(const struct cell *cell)
{
    struct interval interval;

    if (!cell)
        return (struct side){.time_us = NAN};
    return (struct side){
        .time_us = cell_time(cell),
        .half_width = cell_interval(cell, &interval) ? (interval.high - interval.low) / 2 : 0,
        .protocol = cell->protocol,
        .path = cell->path};
}

struct row table_row(const struct group *group, const struct verdict verdicts[COMPARISONS])
{
    struct row row = {.bytes = group->bytes};

    for (int i = 0; i < COMPARISONS; i++)
        row.of[i] = (struct comparison){
            .sides = {side_of(verdicts[i].cells[0]), side_of(verdicts[i].cells[1])},
            .ratio = verdicts[i].ratio,
            .decision = verdicts[i].decision};
    for (int i = 0; i < 2; i++)
        if (verdicts[VERDICT_BEST].cells[i])
            cell_percentiles(verdicts[VERDICT_BEST].cells[i],
                             row.of[VERDICT_BEST].sides[i].percentiles);
    return row;
}

static double half_width(const struct ratio *ratio)
{
    return ratio->has_interval ? (ratio->interval.high - ratio->interval.low) / 2 : 0;
}

void table_add(struct table *table, const struct group *group, struct row row)
{
    size_t at = table->count;

    table->group = group;
    table->columns[0] = first_path();
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

/* "rewrite buffers, consume timed", or "root memory, 2m pages, rewrite buffers, consume no" if
 * pages do not follow first touch or have a size; "rewrite buffers" where no data move. The caller
 * frees. */
static char *buffers_of(const struct group *group)
{
    const bool bound = group->memory->bound, data = group->bytes > 0;

    const char *pages = plan_pages(group);

    return text_format("%s%s%s%s%s buffers%s%s%s%s", bound ? group->memory->name : "",
                       bound ? " memory, " : "", pages ? pages : "", pages ? " pages, " : "",
                       names_buffers[group->buffers], data ? ", consume " : "",
                       data ? consumption_names[group->consume] : "",
                       group->skew ? ", last rank late by " : "", group->skew ? group->skew : "");
}

char *table_group_name(const struct group *group, const char *where)
{
    char title[PLAN_TITLE], *buffers = buffers_of(group);
    char *name =
        text_format("%s on %s, %d ranks, %s%s", plan_title(group, title), where, group->ranks,
                    buffers, group->placement->oversubscribed ? " (OVERSUBSCRIBED)" : "");

    free(buffers);
    return name;
}

char *table_name(const struct table *table)
{
    return table_group_name(table->group, table->group->placement->name);
}

static void print_title(FILE *out, const struct group *group)
{
    char title[PLAN_TITLE], *buffers = buffers_of(group);

    fprintf(out, "%s, %d ranks, %s: %s, %s\n", plan_title(group, title), group->ranks,
            group->placement->name, group->placement->where, buffers);
    free(buffers);
    if (group->placement->oversubscribed)
        fputs("OVERSUBSCRIBED: more ranks than cores; these times say little about the machine\n",
              out);
}

/* "direct"; with another path than the column's "shmem/direct", with another library
 * "libomp/direct". The caller frees. */
static char *how_of(const struct table *table, const struct comparison *one, int at)
{
    const struct side *side = &one->sides[at];
    const char *path = side->path ? side->path : "", *column = table->columns[at];
    const size_t length = strlen(column);
    const bool named = *path && strcmp(path, column) != 0;

    if (strncmp(path, column, length) == 0 && path[length] == '@')
        path += length + 1;
    return text_format("%s%s%s", named ? path : "", named ? "/" : "",
                       side->protocol ? side->protocol : "");
}

/* The width of the column of protocols. */
static int how_width(const struct table *table, int at)
{
    int width = 9;

    for (size_t i = 0; i < table->count; i++) {
        char *how = how_of(table, &table->rows[i].of[VERDICT_BEST], at);
        const int length = (int)strlen(how);

        width = length > width ? length : width;
        free(how);
    }
    return width;
}

static void print_head(FILE *out, const struct table *table, const int widths[2])
{
    char *ratio = text_format("%s/%s", table->columns[1], table->columns[0]);

    fprintf(out, "%10s %8s us %-*s %8s us %-*s %12s  %-16s %s\n", "bytes", table->columns[0],
            widths[0], "how", table->columns[1], widths[1], "how", ratio, "95 % interval",
            "faster");
    free(ratio);
}

/* Aligns the decimal points of a column. */
static void print_aligned(FILE *out, double value, double half_width, int width)
{
    const int decimals = text_decimals(value, half_width);
    const int filler = TEXT_DECIMALS + 1 - decimals - (decimals > 0);

    if (isnan(value))
        fprintf(out, "%*s", width, "-");
    else
        fprintf(out, "%*.*f%*s", width - filler, decimals, value, filler, "");
}

static void print_side(FILE *out, const struct table *table, const struct comparison *one, int at,
                       int width)
{
    char *how = how_of(table, one, at);

    fputc(' ', out);
    print_aligned(out, one->sides[at].time_us, one->sides[at].half_width, 11);
    fprintf(out, " %-*s", width, how);
    free(how);
}

static void print_ratio(FILE *out, const struct ratio *ratio)
{
    const int decimals = text_decimals(ratio->value, half_width(ratio));
    char text[64] = "";

    if (ratio->has_interval)
        snprintf(text, sizeof text, "[%.*f, %.*f]", decimals, ratio->interval.low, decimals,
                 ratio->interval.high);
    fputc(' ', out);
    print_aligned(out, ratio->value, half_width(ratio), 12);
    fprintf(out, "  %-16s ", text);
}

static void print_decision(FILE *out, const struct comparison *one, bool colour)
{
    static const char *const colours[] = {"\033[34m", "\033[33m"};
    const bool second = one->decision == DECISION_SLOWER;
    char factor[TEXT_SIZE];

    if (isnan(one->ratio.value))
        fputc('\n', out);
    else if (second || one->decision == DECISION_FASTER)
        fprintf(out, "%s%s %sx%s\n", colour ? colours[second] : "", one->sides[second].path,
                factor_text(&one->ratio, factor), colour ? "\033[0m" : "");
    else
        fprintf(out, "%s\n",
                one->ratio.has_interval ? decision_names[one->decision] : "no interval");
}

void table_print(FILE *out, const struct table *table, bool colour)
{
    const int widths[] = {how_width(table, 0), how_width(table, 1)};

    print_title(out, table->group);
    print_head(out, table, widths);
    for (const struct row *row = table->rows; row < table->rows + table->count; row++) {
        const struct comparison *best = &row->of[VERDICT_BEST];

        fprintf(out, "%10zu", row->bytes);
        print_side(out, table, best, 0, widths[0]);
        print_side(out, table, best, 1, widths[1]);
        print_ratio(out, &best->ratio);
        print_decision(out, best, colour);
    }
    for (char **note = table->notes; note && *note; note++)
        fprintf(out, "%s\n", *note);
    fputc('\n', out);
}
