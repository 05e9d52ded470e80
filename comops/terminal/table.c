/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/table.h"

#include "comops/plan/names.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const shared_memory = "threads"; /* the first column; all else is the second */

enum winner { NOBODY, FIRST, SECOND, UNKNOWN };

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
    struct row row = {.bytes = group->bytes, .time_us = {NAN, NAN}, .ratio = NAN};
    const struct cell *best[2] = {fastest(group, cells, true), fastest(group, cells, false)};
    const char *const columns[2] = {shared_memory, second_path(group)};

    for (int side = 0; side < 2; side++) {
        if (!best[side])
            continue;
        const bool own = strcmp(best[side]->path, columns[side]) == 0;

        row.time_us[side] = cell_time(best[side]);
        snprintf(row.protocol[side], sizeof row.protocol[side], "%s%s%s",
                 own ? "" : best[side]->path, own ? "" : "/", best[side]->protocol);
    }
    if (best[0] && best[1] &&
        !cell_ratio(best[0], best[1], &row.ratio, &row.interval, &row.has_interval))
        row.ratio = NAN;
    return row;
}

void table_add(struct table *table, const struct group *group, struct row row)
{
    size_t at = table->count;

    table->group = group;
    table->columns[0] = shared_memory;
    table->columns[1] = second_path(group);
    table->rows = memory_or_die(realloc(table->rows, (table->count + 1) * sizeof row));
    for (; at > 0 && table->rows[at - 1].bytes > row.bytes; at--)
        table->rows[at] = table->rows[at - 1];
    table->rows[at] = row;
    table->count++;
}

void table_note(struct table *table, char *text)
{
    table->notes =
        memory_or_die(realloc(table->notes, (table->note_count + 2) * sizeof *table->notes));
    table->notes[table->note_count++] = text;
    table->notes[table->note_count] = NULL;
}

void table_free(struct table *table)
{
    text_list_free(table->notes);
    free(table->rows);
    *table = (struct table){0};
}

static enum winner winner(const struct row *row)
{
    if (isnan(row->ratio) || !row->has_interval)
        return UNKNOWN;
    if (row->interval.low <= 1 && row->interval.high >= 1)
        return NOBODY;
    return row->ratio > 1 ? FIRST : SECOND;
}

/* By how much the winner is faster. */
static double factor(const struct row *row)
{
    return row->ratio > 1 ? row->ratio : 1 / row->ratio;
}

/* Nothing to say of pages that lie where they are touched. */
static const char *memory_words(const struct group *group)
{
    return group->memory->bound ? group->memory->name : "";
}

static void describe(FILE *out, const struct group *group)
{
    char title[PLAN_TITLE];

    fprintf(out, "%s, %d ranks, %s: %s, %s%s%s buffers\n", plan_title(group, title), group->ranks,
            group->placement->name, group->placement->where, memory_words(group),
            group->memory->bound ? " memory, " : "", names_buffers[group->buffers]);
    if (group->placement->oversubscribed)
        fprintf(out, "OVERSUBSCRIBED: more ranks than cores; these times say little about the "
                     "machine\n");
}

static const char *number(char into[24], double value)
{
    if (isnan(value))
        return "-";
    snprintf(into, 24, value < 10 ? "%.3f" : value < 100 ? "%.2f" : "%.1f", value);
    return into;
}

static void print_verdict(FILE *out, const struct table *table, const struct row *row, bool colour)
{
    static const char *const colours[] = {"", "\033[34m", "\033[33m", ""};
    const enum winner who = winner(row);

    if (who == UNKNOWN)
        fprintf(out, "%s\n", isnan(row->ratio) ? "" : "no interval");
    else if (who == NOBODY)
        fprintf(out, "even\n");
    else
        fprintf(out, "%s%s %.2fx%s\n", colour ? colours[who] : "", table->columns[who == SECOND],
                factor(row), colour ? "\033[0m" : "");
}

void table_print(FILE *out, const struct table *table, bool colour)
{
    char heads[2][32], ratio[48], numbers[2][24];

    describe(out, table->group);
    for (int side = 0; side < 2; side++)
        snprintf(heads[side], sizeof heads[side], "%s us", table->columns[side]);
    snprintf(ratio, sizeof ratio, "%s/%s", table->columns[1], table->columns[0]);
    fprintf(out, "%10s %11s %-9s %11s %-9s %12s  %-16s %s\n", "bytes", heads[0], "how", heads[1],
            "how", ratio, "95 % interval", "faster");
    for (size_t i = 0; i < table->count; i++) {
        const struct row *row = &table->rows[i];
        char interval[48] = "";

        if (!isnan(row->ratio) && row->has_interval)
            snprintf(interval, sizeof interval,
                     row->interval.high < 10 ? "[%.3f, %.3f]" : "[%.1f, %.1f]", row->interval.low,
                     row->interval.high);
        fprintf(out, "%10zu %11s %-9s %11s %-9s ", row->bytes, number(numbers[0], row->time_us[0]),
                row->protocol[0], number(numbers[1], row->time_us[1]), row->protocol[1]);
        if (isnan(row->ratio))
            fprintf(out, "%12s  %-16s ", "-", interval);
        else
            fprintf(out, "%12.3f  %-16s ", row->ratio, interval);
        print_verdict(out, table, row, colour);
    }
    for (size_t i = 0; i < table->note_count; i++)
        fprintf(out, "%s\n", table->notes[i]);
    fputc('\n', out);
}

/* Rows from `begin` that share a verdict; returns where the next such stretch begins. */
static size_t stretch(const struct table *table, size_t begin, double *least, double *most)
{
    const enum winner who = winner(&table->rows[begin]);
    size_t end = begin;

    *least = *most = factor(&table->rows[begin]);
    for (; end < table->count && winner(&table->rows[end]) == who; end++) {
        *least = fmin(*least, factor(&table->rows[end]));
        *most = fmax(*most, factor(&table->rows[end]));
    }
    return end;
}

static void print_stretch(FILE *out, const struct table *table, size_t begin, size_t end,
                          double least, double most)
{
    static const char *const words[] = {"no difference shown", "", "", "no comparison"};
    const enum winner who = winner(&table->rows[begin]);
    const bool whole = begin == 0 && end == table->count;
    char from[TEXT_SIZE], to[TEXT_SIZE], factors[48] = "";

    if (who == FIRST || who == SECOND) {
        if (most - least < 0.005)
            snprintf(factors, sizeof factors, " (%.2f times)", most);
        else
            snprintf(factors, sizeof factors, " (%.2f to %.2f times)", least, most);
        fprintf(out, "%s faster", table->columns[who == SECOND]);
    } else {
        fprintf(out, "%s", words[who]);
    }
    text_size(from, table->rows[begin].bytes);
    text_size(to, table->rows[end - 1].bytes);
    if (whole && who == UNKNOWN)
        fprintf(out, ", %s to %s", from, to);
    else if (whole && table->count > 1)
        fprintf(out, " at every size, %s to %s%s", from, to, factors);
    else if (end - begin == 1)
        fprintf(out, " at %s%s", from, factors);
    else
        fprintf(out, " from %s to %s%s", from, to, factors);
}

void table_sentence(FILE *out, const struct table *table)
{
    const struct group *group = table->group;
    char title[PLAN_TITLE];

    fprintf(out, "%s on %s, %d ranks, %s%s%s buffers%s: ", plan_title(group, title),
            group->placement->name, group->ranks, memory_words(group),
            group->memory->bound ? " memory, " : "", names_buffers[group->buffers],
            group->placement->oversubscribed ? " (OVERSUBSCRIBED)" : "");
    for (size_t begin = 0, end; begin < table->count; begin = end) {
        double least, most;

        end = stretch(table, begin, &least, &most);
        fprintf(out, "%s", begin ? "; " : "");
        print_stretch(out, table, begin, end, least, most);
    }
    fprintf(out, ".\n");
}
