/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/conduct.h"

#include "comops/findings.h"
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

static bool group_done(const struct conduct *conduct, const struct group *group)
{
    bool all = true;

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

/* The groups of one table, groups[first] to groups[end - 1], and their cells. */
struct span {
    size_t first, end, cells;
};

static struct span table_at(const struct plan *plan, size_t first)
{
    struct span span = {first, first, 0};

    for (; span.end < plan->count && plan->groups[span.end].table == plan->groups[first].table;
         span.end++)
        span.cells += (size_t)plan->groups[span.end].count;
    return span;
}

/* True if an earlier run has all of a table: what is not whole is measured again, because its
 * launches cannot be gone on with. */
static bool already_done(const struct conduct *conduct, const struct span *span)
{
    bool all = conduct->done;

    for (size_t i = span->first; i < span->end && all; i++)
        all = group_done(conduct, &conduct->plan->groups[i]);
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

/* Fits and crossovers of a whole table: recorded, and the latter told below it. */
static bool record_findings(struct conduct *conduct, const struct passage *passage, int table)
{
    const struct cell **cells = NULL;
    size_t count = 0, i;
    json_t *record;
    bool good = true;

    for (i = 0; i < passage->count; i++)
        for (int j = 0; j < passage->trials[i].group->count; j++)
            if (cell_valid(&passage->trials[i].cells[j])) {
                cells = memory_or_die(realloc(cells, (count + 1) * sizeof(struct cell *)));
                cells[count++] = &passage->trials[i].cells[j];
            }
    json_t *findings = findings_of_table(cells, count);

    json_array_foreach(findings, i, record) {
        if (strcmp(json_string_value(json_object_get(record, "record")), "crossover") == 0)
            table_note(&conduct->tables[table], crossover_sentence(record));
        good = good && append(conduct, json_incref(record));
    }
    json_decref(findings);
    free(cells);
    return good;
}

static bool measure_table(struct conduct *conduct, const struct span *span, double seconds,
                          double later)
{
    const struct measure measure = {.launcher = conduct->launcher,
                                    .cache_bytes = conduct->cache_bytes,
                                    .options = conduct->options,
                                    .clock = conduct->clock,
                                    .random = &conduct->random};
    struct passage passage = {
        .conduct = conduct,
        .trials = memory_or_die(calloc(span->end - span->first, sizeof *passage.trials)),
        .count = span->end - span->first,
        .later = later};
    const struct group *groups = &conduct->plan->groups[span->first];

    for (size_t i = 0; i < passage.count; i++)
        trial_init(&passage.trials[i], &measure, &groups[i]);
    const bool good = launches_run(&measure, passage.trials, passage.count, seconds,
                                   &(struct launches_listener){&passage, show_turn, take_group}) &&
                      record_findings(conduct, &passage, groups->table);

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

/* All tables, each with its share of the time that is left: what a table does not need goes to the
 * later ones. False if stopped before the end. */
static bool measure_all(struct conduct *conduct)
{
    const struct plan *plan = conduct->plan;
    const uint64_t begin = clock_now();
    size_t cells_left = 0;
    bool good = true;

    for (struct span span = {0}; span.end < plan->count;) {
        span = table_at(plan, span.end);
        cells_left += already_done(conduct, &span) ? 0 : span.cells;
    }
    progress_begin(&conduct->progress, plan->cells);
    for (struct span span = {0}; span.end < plan->count && good;) {
        const double left = fmax(conduct->seconds - (double)(clock_now() - begin) / 1e9, 0);

        span = table_at(plan, span.end);
        if (already_done(conduct, &span)) {
            progress_add(&conduct->progress, span.cells);
            continue;
        }
        const double share = left * (double)span.cells / (double)cells_left;

        good = measure_table(conduct, &span, share, left - share);
        cells_left -= span.cells;
        show_table(conduct, plan->groups[span.first].table);
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
