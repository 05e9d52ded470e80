/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/conduct.h"

#include "comops/measure.h"
#include "comops/signals.h"
#include "comops/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool append(struct conduct *conduct, json_t *record)
{
    char why[CELL_TEXT];

    if (!record || results_append(conduct->results, record, why, sizeof why))
        return true;
    progress_clear(&conduct->progress);
    text_say("%s; what was measured before is kept", why);
    conduct->lost = true;
    return false;
}

static bool record_group(struct conduct *conduct, const struct group *group,
                         const struct cell *cells)
{
    for (int i = 0; i < group->count; i++) {
        if (!append(conduct, cell_record(&cells[i], group->pattern)))
            return false;
        if (cell_valid(&cells[i]))
            continue;
        progress_clear(&conduct->progress);
        text_say("%s over %s/%s, %zu bytes: %s", cells[i].pattern, cells[i].path, cells[i].protocol,
            cells[i].bytes, cells[i].error);
        conduct->lost = true;
    }
    for (int i = 0; i < group->count; i++)
        for (int j = i + 1; j < group->count; j++)
            if (cell_valid(&cells[i]) && cell_valid(&cells[j]) &&
                !append(conduct, cell_pair_record(&cells[i], &cells[j])))
                return false;
    return true;
}

/* True if an earlier run has all cells of this group: their turns cannot be mixed with new ones. */
static bool already_done(const struct conduct *conduct, const struct group *group)
{
    bool all = conduct->done;

    for (int i = 0; i < group->count && all; i++) {
        struct cell cell = {0};

        measure_name_cell(&cell, group, i, conduct->options->method);
        json_t *record = cell_key(&cell);
        char *key = results_key(record);

        all = json_object_get(conduct->done, key);
        free(key);
        json_decref(record);
    }
    return all;
}

static bool measure_one(struct conduct *conduct, const struct group *group, double seconds)
{
    const struct measure measure = {.launcher = conduct->launcher,
                                    .cache_bytes = conduct->cache_bytes,
                                    .options = conduct->options,
                                    .clock = conduct->clock,
                                    .random = &conduct->random};
    struct cell *cells = memory_or_die(calloc((size_t)group->count, sizeof *cells));
    bool good = measure_group(&measure, group, seconds, cells);

    if (good) {
        good = record_group(conduct, group, cells);
        table_add(&conduct->tables[group->table], group, table_row(group, cells));
    }
    for (int i = 0; i < group->count; i++)
        cell_free(&cells[i]);
    free(cells);
    return good;
}

static bool colour_wanted(void)
{
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

static void show_table(struct conduct *conduct, int table)
{
    progress_clear(&conduct->progress);
    if (conduct->tables[table].count)
        table_print(stdout, &conduct->tables[table], colour_wanted());
    fflush(stdout);
}

/* Until the end, if the cells to come take as long as those so far. */
static double expected_seconds(uint64_t begin, size_t measured, size_t cells_left,
                               double planned_left)
{
    return measured ? (double)(clock_now() - begin) / 1e9 / (double)measured * (double)cells_left
                    : planned_left;
}

/* All groups, each with its share of the time that is left. False if stopped before the end. */
static bool measure_all(struct conduct *conduct)
{
    const struct plan *plan = conduct->plan;
    const double all = conduct->seconds;
    const uint64_t begin = clock_now();
    size_t measured = 0, cells_left = plan->cells;

    progress_begin(&conduct->progress, plan->cells);
    for (size_t i = 0; i < plan->count; i++) {
        const struct group *group = &plan->groups[i];
        const double left = all - (double)(clock_now() - begin) / 1e9;
        bool good = true;

        if (!already_done(conduct, group)) {
            progress_show(&conduct->progress, group,
                          expected_seconds(begin, measured, cells_left, left));
            good = measure_one(conduct, group,
                               fmax(left, 0) * group->count / (double)cells_left);
            measured += (size_t)group->count;
        }
        progress_add(&conduct->progress, (size_t)group->count);
        cells_left -= (size_t)group->count;
        if (!good || i + 1 == plan->count || plan->groups[i + 1].table != group->table)
            show_table(conduct, group->table);
        if (!good)
            return false;
    }
    return true;
}

static void conclude(struct conduct *conduct)
{
    for (int i = 0; i < conduct->plan->tables; i++)
        if (conduct->tables[i].count)
            table_sentence(stdout, &conduct->tables[i]);
    if (signals_seen()) {
        text_say("interrupted; `comops run --resume %s` goes on", conduct->results->name);
        conduct->lost = true;
    }
    text_say("results in %s; `comops report %s -o report.html` draws them", conduct->results->name,
        conduct->results->name);
}

bool conduct_all(struct conduct *conduct)
{
    const int tables = conduct->plan->tables;

    conduct->tables = memory_or_die(calloc((size_t)tables, sizeof *conduct->tables));
    conduct->random = conduct->options->seed;
    if (!measure_all(conduct))
        conduct->lost = true;
    conclude(conduct);
    for (int i = 0; i < tables; i++)
        table_free(&conduct->tables[i]);
    free(conduct->tables);
    return !conduct->lost;
}
