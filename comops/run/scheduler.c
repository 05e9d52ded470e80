/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/scheduler.h"

#include <math.h>
#include <stdlib.h>

/* Launches are spread over this time, and as much is lost if this program is killed. */
static const double stage_seconds = 120;

static bool group_done(const struct scheduler *scheduler, const struct group *group)
{
    bool all = true;

    for (int i = 0; i < group->count && all; i++) {
        struct cell cell = {0};

        group_state_key(&cell, group, i, scheduler->sampler->options->method);
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

static struct span bundle_at(const struct plan *plan, size_t first)
{
    struct span span = {first, first, 0};

    for (; span.end < plan->count && plan->groups[span.end].bundle == plan->groups[first].bundle;
         span.end++)
        span.cells += (size_t)plan->groups[span.end].count;
    return span;
}

/* True if an earlier run has measured all of a bundle. Incomplete bundles are measured again,
 * because their launches cannot be continued. */
static bool already_done(const struct scheduler *scheduler, const struct span *span)
{
    bool all = scheduler->done;

    for (size_t i = span->first; i < span->end && all; i++)
        all = group_done(scheduler, &scheduler->plan->groups[i]);
    return all;
}

/* As many whole bundles as fit the stage's time, at least one, and no finished bundle after an
 * unfinished one. */
static struct span stage_at(const struct scheduler *scheduler, size_t first, double cell_seconds)
{
    const double most = scheduler->sampler->options->launches > 1 ? stage_seconds : 0;
    struct span span = bundle_at(scheduler->plan, first);

    while (span.end < scheduler->plan->count) {
        const struct span next = bundle_at(scheduler->plan, span.end);

        if ((double)(span.cells + next.cells) * cell_seconds >= most ||
            already_done(scheduler, &next))
            break;
        span.end = next.end;
        span.cells += next.cells;
    }
    return span;
}

static size_t cells_to_measure(const struct scheduler *scheduler)
{
    size_t cells = 0;

    for (struct span span = {0}; span.end < scheduler->plan->count;) {
        span = bundle_at(scheduler->plan, span.end);
        cells += already_done(scheduler, &span) ? 0 : span.cells;
    }
    return cells;
}

/* Each stage gets its share of the remaining time; what it does not need is left to later stages.
 */
bool scheduler_run(const struct scheduler *scheduler)
{
    const struct plan *plan = scheduler->plan;
    const uint64_t begin = clock_now();
    size_t cells_left = cells_to_measure(scheduler);
    bool good = true;

    for (size_t at = 0; at < plan->count && good;) {
        const double left = fmax(scheduler->seconds - (double)(clock_now() - begin) / 1e9, 0);
        const double cell_seconds = cells_left ? left / (double)cells_left : 0;
        struct span span = bundle_at(plan, at);

        if (already_done(scheduler, &span)) {
            scheduler->recorder->progress.done += span.cells;
        } else {
            span = stage_at(scheduler, at, cell_seconds);
            const double share = cell_seconds * (double)span.cells;
            struct stage stage = {.sampler = scheduler->sampler,
                                  .outlook = scheduler->outlook,
                                  .recorder = scheduler->recorder,
                                  .counting = scheduler->counting,
                                  .share = share,
                                  .later = left - share};

            good = stage_measure(&stage, &plan->groups[span.first], span.end - span.first);
            cells_left -= span.cells;
        }
        at = span.end;
    }
    return good;
}
