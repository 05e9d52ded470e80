/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/conduct.h"

#include "comops/chapter.h"
#include "comops/measure.h"
#include "comops/signals.h"
#include "comops/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Launches are spread over so many seconds, and so much is lost if this program is killed. */
static const double chapter_seconds = 120;

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
static bool already_done(const struct conduct *conduct, const struct span *span)
{
    bool all = conduct->done;

    for (size_t i = span->first; i < span->end && all; i++)
        all = group_done(conduct, &conduct->plan->groups[i]);
    return all;
}

/* As many whole tables as fit the chapter's time, at least one, and none that is done behind one
 * that is not. */
static struct span chapter_at(const struct conduct *conduct, size_t first, double cell_seconds)
{
    const double most = conduct->options->launches > 1 ? chapter_seconds : 0;
    struct span chapter = table_at(conduct->plan, first);

    while (chapter.end < conduct->plan->count) {
        const struct span next = table_at(conduct->plan, chapter.end);

        if ((double)(chapter.cells + next.cells) * cell_seconds > most ||
            already_done(conduct, &next))
            break;
        chapter.end = next.end;
        chapter.cells += next.cells;
    }
    return chapter;
}

/* All chapters, each with its share of the time that is left: what one does not need goes to the
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
    for (size_t at = 0; at < plan->count && good;) {
        const double left = fmax(conduct->seconds - (double)(clock_now() - begin) / 1e9, 0);
        const double cell_seconds = cells_left ? left / (double)cells_left : 0;
        struct span span = table_at(plan, at);

        if (already_done(conduct, &span)) {
            progress_add(&conduct->progress, span.cells);
        } else {
            span = chapter_at(conduct, at, cell_seconds);
            const double share = cell_seconds * (double)span.cells;

            good = chapter_measure(conduct, span.first, span.end, share, left - share);
            cells_left -= span.cells;
        }
        at = span.end;
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
