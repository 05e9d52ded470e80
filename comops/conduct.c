/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/conduct.h"

#include "comops/launches.h"
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

/* One table on its way: what its groups report to. */
struct passage {
    struct conduct *conduct;
    struct trial *trials;
    size_t count;
    double later; /* seconds planned for the tables after it */
};

static void show_turn(void *context, const struct trial *trial, int launch, double spent,
                      double share)
{
    const struct passage *passage = context;

    progress_show(&passage->conduct->progress, trial->group, launch + 1,
                  fmax(share - spent, 0) + passage->later);
}

static bool take_group(void *context, const struct trial *trial)
{
    struct conduct *conduct = ((struct passage *)context)->conduct;
    const struct group *group = trial->group;

    progress_add(&conduct->progress, (size_t)group->count);
    table_add(&conduct->tables[group->table], group, table_row(group, trial->cells));
    for (int i = 0; i < group->count; i++)
        for (int j = 0; j < WARNINGS; j++)
            conduct->warned[j] += trial->cells[i].warnings >> j & 1;
    return record_group(conduct, group, trial->cells);
}

/* The groups of one table that no earlier run has measured. */
static bool measure_table(struct conduct *conduct, size_t first, size_t end, double seconds,
                          double later)
{
    const struct measure measure = {.launcher = conduct->launcher,
                                    .cache_bytes = conduct->cache_bytes,
                                    .options = conduct->options,
                                    .clock = conduct->clock,
                                    .random = &conduct->random};
    struct passage passage = {
        .conduct = conduct,
        .trials = memory_or_die(calloc(end - first, sizeof *passage.trials)),
        .later = later};

    for (size_t i = first; i < end; i++) {
        const struct group *group = &conduct->plan->groups[i];

        if (already_done(conduct, group))
            progress_add(&conduct->progress, (size_t)group->count);
        else
            trial_init(&passage.trials[passage.count++], &measure, group);
    }
    const bool good = launches_run(&measure, passage.trials, passage.count, seconds,
                                   &(struct launches_listener){&passage, show_turn, take_group});

    for (size_t i = 0; i < passage.count; i++)
        trial_free(&passage.trials[i]);
    free(passage.trials);
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

/* Cells that are still to be measured, of the groups from `first` on that are before `end`. */
static size_t cells_between(const struct conduct *conduct, size_t first, size_t end)
{
    size_t cells = 0;

    for (size_t i = first; i < end; i++)
        if (!already_done(conduct, &conduct->plan->groups[i]))
            cells += (size_t)conduct->plan->groups[i].count;
    return cells;
}

/* All tables, each with its share of the time that is left: what a table does not need goes to the
 * later ones. False if stopped before the end. */
static bool measure_all(struct conduct *conduct)
{
    const struct plan *plan = conduct->plan;
    const uint64_t begin = clock_now();
    bool good = true;

    progress_begin(&conduct->progress, plan->cells);
    for (size_t first = 0, end; first < plan->count && good; first = end) {
        const int table = plan->groups[first].table;
        const double left = fmax(conduct->seconds - (double)(clock_now() - begin) / 1e9, 0);

        for (end = first; end < plan->count && plan->groups[end].table == table;)
            end++;
        const double cells = (double)cells_between(conduct, first, end),
                     cells_left = (double)cells_between(conduct, first, plan->count);
        const double share = cells_left > 0 ? left * cells / cells_left : 0;

        if (cells > 0)
            good = measure_table(conduct, first, end, share, left - share);
        show_table(conduct, table);
    }
    return good;
}

/* What is odd about some cells, and what to do about it. */
static void print_warnings(const struct conduct *conduct)
{
    for (int i = 0; i < WARNINGS; i++)
        if (conduct->warned[i])
            text_say("warning, %s: %zu of %zu cells; %s", warnings_all[i].name, conduct->warned[i],
                     conduct->progress.done, warnings_all[i].advice);
}

static void conclude(struct conduct *conduct)
{
    for (int i = 0; i < conduct->plan->tables; i++)
        if (conduct->tables[i].count)
            table_sentence(stdout, &conduct->tables[i]);
    print_warnings(conduct);
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
