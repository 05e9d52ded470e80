/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/scheduler.h"

#include "comops/launch/signals.h"
#include "comops/run/sampler.h"
#include "comops/run/stage.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Launches are spread over so many seconds, and so much is lost if this program is killed. */
static const double stage_seconds = 120;

static bool group_done(const struct scheduler *scheduler, const struct group *group)
{
    bool all = true;

    for (int i = 0; i < group->count && all; i++) {
        struct cell cell = {0};

        sampler_name_cell(&cell, group, i, scheduler->options->method);
        json_t *record = cell_key(&cell);
        char *key = results_key(record);

        all = json_object_get(scheduler->done, key);
        free(key);
        json_decref(record);
    }
    return all;
}

/* Neighbouring groups of the plan, groups[first] to groups[end - 1], and their cells. */
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
static bool already_done(const struct scheduler *scheduler, const struct span *span)
{
    bool all = scheduler->done;

    for (size_t i = span->first; i < span->end && all; i++)
        all = group_done(scheduler, &scheduler->plan->groups[i]);
    return all;
}

/* As many whole tables as fit the chapter's time, at least one, and none that is done behind one
 * that is not. */
static struct span stage_at(const struct scheduler *scheduler, size_t first, double cell_seconds)
{
    const double most = scheduler->options->launches > 1 ? stage_seconds : 0;
    struct span stage = table_at(scheduler->plan, first);

    while (stage.end < scheduler->plan->count) {
        const struct span next = table_at(scheduler->plan, stage.end);

        if ((double)(stage.cells + next.cells) * cell_seconds > most ||
            already_done(scheduler, &next))
            break;
        stage.end = next.end;
        stage.cells += next.cells;
    }
    return stage;
}

/* All chapters, each with its share of the time that is left: what one does not need goes to the
 * later ones. False if stopped before the end. */
static bool measure_all(struct scheduler *scheduler)
{
    const struct plan *plan = scheduler->plan;
    const uint64_t begin = clock_now();
    size_t cells_left = 0;
    bool good = true;

    for (struct span span = {0}; span.end < plan->count;) {
        span = table_at(plan, span.end);
        cells_left += already_done(scheduler, &span) ? 0 : span.cells;
    }
    progress_begin(&scheduler->progress, plan->cells);
    for (size_t at = 0; at < plan->count && good;) {
        const double left = fmax(scheduler->seconds - (double)(clock_now() - begin) / 1e9, 0);
        const double cell_seconds = cells_left ? left / (double)cells_left : 0;
        struct span span = table_at(plan, at);

        if (already_done(scheduler, &span)) {
            progress_add(&scheduler->progress, span.cells);
        } else {
            span = stage_at(scheduler, at, cell_seconds);
            const double share = cell_seconds * (double)span.cells;

            good = stage_measure(scheduler, span.first, span.end, share, left - share);
            cells_left -= span.cells;
        }
        at = span.end;
    }
    return good;
}

/* What is odd about some cells, and what to do about it. */
static void print_warnings(const struct scheduler *scheduler)
{
    for (int i = 0; i < WARNINGS; i++)
        if (scheduler->warned[i])
            text_say("warning, %s: %zu of %zu cells. %s %s", warnings_all[i].name,
                     scheduler->warned[i], scheduler->progress.done, warnings_all[i].meaning,
                     warnings_all[i].advice);
}

static void conclude(struct scheduler *scheduler)
{
    for (int i = 0; i < scheduler->plan->tables; i++)
        if (scheduler->tables[i].count)
            table_sentence(stdout, &scheduler->tables[i]);
    print_warnings(scheduler);
    if (signals_seen()) {
        text_say("interrupted; `comops run --resume %s` goes on", scheduler->results->name);
        scheduler->lost = true;
    }
    text_say("results in %s; `comops report %s -o report.html` draws them",
             scheduler->results->name, scheduler->results->name);
}

bool scheduler_run(struct scheduler *scheduler)
{
    const int tables = scheduler->plan->tables;

    scheduler->tables = memory_or_die(calloc((size_t)tables, sizeof *scheduler->tables));
    scheduler->random = scheduler->options->seed;
    if (!measure_all(scheduler))
        scheduler->lost = true;
    conclude(scheduler);
    for (int i = 0; i < tables; i++)
        table_free(&scheduler->tables[i]);
    free(scheduler->tables);
    return !scheduler->lost;
}
