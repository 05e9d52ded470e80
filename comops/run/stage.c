/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/stage.h"

#include "comops/results/findings.h"
#include "comops/run/counting.h"
#include "comops/run/launches.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool append(struct scheduler *scheduler, json_t *record)
{
    char why[CELL_TEXT];

    if (!record || results_append(scheduler->results, record, why, sizeof why))
        return true;
    progress_clear(&scheduler->progress);
    text_say("%s; what was measured before is kept", why);
    scheduler->lost = true;
    return false;
}

static bool record_group(struct scheduler *scheduler, const struct group *group,
                         const struct cell *cells)
{
    for (int i = 0; i < group->count; i++) {
        if (!append(scheduler, cell_record(&cells[i], group->pattern)))
            return false;
        if (cell_valid(&cells[i]))
            continue;
        progress_clear(&scheduler->progress);
        text_say("%s over %s/%s, %zu bytes: %s", cells[i].pattern, cells[i].path, cells[i].protocol,
                 cells[i].bytes, cells[i].error);
        scheduler->lost = true;
    }
    for (int i = 0; i < group->count; i++)
        for (int j = i + 1; j < group->count; j++)
            if (cell_valid(&cells[i]) && cell_valid(&cells[j]) &&
                !append(scheduler, cell_pair_record(&cells[i], &cells[j])))
                return false;
    return true;
}

/* A chapter on its way: what its groups report to. */
struct stage {
    struct scheduler *scheduler;
    struct group_state *groups;
    size_t count;
    double later; /* seconds planned for the chapters after it */
};

static void show_turn(void *context, const struct group_state *state, int launch, double spent,
                      double share)
{
    const struct stage *stage = context;

    progress_show(&stage->scheduler->progress, state->group, launch + 1,
                  fmax(share - spent, 0) + stage->later);
}

static bool colour_wanted(void)
{
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

static void show_table(struct scheduler *scheduler, int table)
{
    progress_clear(&scheduler->progress);
    if (scheduler->tables[table].count)
        table_print(stdout, &scheduler->tables[table], colour_wanted());
    fflush(stdout);
}

/* Fits and crossovers of a whole table: recorded, and the latter told below it. */
static bool record_findings(struct scheduler *scheduler, const struct stage *stage, int table)
{
    const struct cell **cells = NULL;
    size_t count = 0, i;
    bool good = true;

    for (i = 0; i < stage->count; i++)
        for (int j = 0; j < stage->groups[i].group->count; j++)
            if (stage->groups[i].group->table == table && cell_valid(&stage->groups[i].cells[j])) {
                cells = memory_or_die(realloc(cells, (count + 1) * sizeof(struct cell *)));
                cells[count++] = &stage->groups[i].cells[j];
            }
    struct findings findings = findings_of_table(cells, count);

    for (i = 0; i < findings.count && good; i++) {
        struct finding *finding = &findings.all[i];

        if (finding->sentence)
            table_note(&scheduler->tables[table], finding->sentence);
        finding->sentence = NULL; /* the table's now */
        good = append(scheduler, json_incref(finding->record));
    }
    findings_free(&findings);
    free(cells);
    return good;
}

static bool table_ended(const struct stage *stage, int table)
{
    for (size_t i = 0; i < stage->count; i++)
        if (stage->groups[i].group->table == table && !stage->groups[i].ended)
            return false;
    return true;
}

static bool take_group(void *context, const struct group_state *state)
{
    const struct stage *stage = context;
    struct scheduler *scheduler = stage->scheduler;
    const struct group *group = state->group;

    progress_add(&scheduler->progress, (size_t)group->count);
    table_add(&scheduler->tables[group->table], group, table_row(group, state->cells));
    for (int i = 0; i < group->count; i++)
        for (int j = 0; j < WARNINGS; j++)
            scheduler->warned[j] += state->cells[i].warnings >> j & 1;
    if (!record_group(scheduler, group, state->cells))
        return false;
    if (!table_ended(stage, group->table))
        return true;
    const bool good = record_findings(scheduler, stage, group->table);

    show_table(scheduler, group->table);
    return good;
}

bool stage_measure(struct scheduler *scheduler, size_t first, size_t end, double seconds,
                   double later)
{
    const struct sampler sampler = {.supervisor = scheduler->supervisor,
                                    .cache_bytes = scheduler->cache_bytes,
                                    .options = scheduler->options,
                                    .clock = scheduler->clock,
                                    .random = &scheduler->random};
    struct stage stage = {.scheduler = scheduler,
                          .groups = memory_or_die(calloc(end - first, sizeof *stage.groups)),
                          .count = end - first,
                          .later = later};
    const struct group *groups = &scheduler->plan->groups[first];

    for (size_t i = 0; i < stage.count; i++)
        group_state_init(&stage.groups[i], &sampler, &groups[i]);
    bool good = true;

    for (size_t i = 0; i < stage.count && scheduler->counting && good; i++) {
        show_turn(&stage, &stage.groups[i], -1, 0, seconds);
        good = counting_run(&sampler, &stage.groups[i]);
    }
    good = good && launches_run(&sampler, stage.groups, stage.count, seconds,
                                &(struct launches_listener){&stage, show_turn, take_group});

    for (size_t i = 0; i < stage.count; i++) {
        /* Of a table that was broken off there may be some rows. */
        if (!table_ended(&stage, groups[i].table) &&
            (i == 0 || groups[i].table != groups[i - 1].table))
            show_table(scheduler, groups[i].table);
    }
    for (size_t i = 0; i < stage.count; i++)
        group_state_free(&stage.groups[i]);
    free(stage.groups);
    return good;
}
