/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/chapter.h"

#include "comops/counting.h"
#include "comops/findings.h"
#include "comops/launches.h"
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

/* A chapter on its way: what its groups report to. */
struct passage {
    struct conduct *conduct;
    struct trial *trials;
    size_t count;
    double later; /* seconds planned for the chapters after it */
};

static void show_turn(void *context, const struct trial *trial, int launch, double spent,
                      double share)
{
    const struct passage *passage = context;

    progress_show(&passage->conduct->progress, trial->group, launch + 1,
                  fmax(share - spent, 0) + passage->later);
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

/* Fits and crossovers of a whole table: recorded, and the latter told below it. */
static bool record_findings(struct conduct *conduct, const struct passage *passage, int table)
{
    const struct cell **cells = NULL;
    size_t count = 0, i;
    json_t *record;
    bool good = true;

    for (i = 0; i < passage->count; i++)
        for (int j = 0; j < passage->trials[i].group->count; j++)
            if (passage->trials[i].group->table == table &&
                cell_valid(&passage->trials[i].cells[j])) {
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

static bool table_ended(const struct passage *passage, int table)
{
    for (size_t i = 0; i < passage->count; i++)
        if (passage->trials[i].group->table == table && !passage->trials[i].ended)
            return false;
    return true;
}

static bool take_group(void *context, const struct trial *trial)
{
    const struct passage *passage = context;
    struct conduct *conduct = passage->conduct;
    const struct group *group = trial->group;

    progress_add(&conduct->progress, (size_t)group->count);
    table_add(&conduct->tables[group->table], group, table_row(group, trial->cells));
    for (int i = 0; i < group->count; i++)
        for (int j = 0; j < WARNINGS; j++)
            conduct->warned[j] += trial->cells[i].warnings >> j & 1;
    if (!record_group(conduct, group, trial->cells))
        return false;
    if (!table_ended(passage, group->table))
        return true;
    const bool good = record_findings(conduct, passage, group->table);

    show_table(conduct, group->table);
    return good;
}

bool chapter_measure(struct conduct *conduct, size_t first, size_t end, double seconds,
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
        .count = end - first,
        .later = later};
    const struct group *groups = &conduct->plan->groups[first];

    for (size_t i = 0; i < passage.count; i++)
        trial_init(&passage.trials[i], &measure, &groups[i]);
    bool good = true;

    for (size_t i = 0; i < passage.count && conduct->counting && good; i++) {
        show_turn(&passage, &passage.trials[i], -1, 0, seconds);
        good = counting_run(&measure, &passage.trials[i]);
    }
    good = good && launches_run(&measure, passage.trials, passage.count, seconds,
                                &(struct launches_listener){&passage, show_turn, take_group});

    for (size_t i = 0; i < passage.count; i++) {
        /* Of a table that was broken off there may be some rows. */
        if (!table_ended(&passage, groups[i].table) &&
            (i == 0 || groups[i].table != groups[i - 1].table))
            show_table(conduct, groups[i].table);
    }
    for (size_t i = 0; i < passage.count; i++)
        trial_free(&passage.trials[i]);
    free(passage.trials);
    return good;
}
