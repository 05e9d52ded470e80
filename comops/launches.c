/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launches.h"

#include "comops/dose.h"
#include "comops/precision.h"
#include "comops/text.h"
#include "comops/warnings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LAUNCHES_PLANNED = 12,
    ROUNDS_OF_LAUNCH = 3,  /* odd: a launch comes to one of its blocks */
    ROUNDS_PLANNED = 12,   /* of a single launch */
    ROUNDS_LEAST = 10,     /* of ten blocks the second and ninth bound the median */
    ROUNDS_MOST = 100,
};
static const double block_least_ns = 5e5, block_most_ns = 2e7;
static const double overtime = 6;         /* times its share, where it is too slow for an interval */
static const double patience_seconds = 3; /* beyond that, for a cell without a sample */
static const double cell_least = 0.02;    /* seconds, whatever earlier groups have used up */

/* Some groups on their way. */
struct course {
    const struct measure *measure;
    struct trial *trials;
    size_t count;
    double seconds;
    uint64_t begin;
    const struct launches_listener *listener;
};

static double spent(const struct course *course)
{
    return (double)(clock_now() - course->begin) / 1e9;
}

static bool out_of_patience(const struct course *course)
{
    return spent(course) > overtime * course->seconds + patience_seconds;
}

/* Why no more is measured of each cell, what is odd about it, and word of it. */
static bool end_trial(const struct course *course, struct trial *trial, bool interrupted)
{
    const struct options *options = course->measure->options;

    for (int i = 0; i < trial->group->count; i++) {
        struct cell *cell = &trial->cells[i];

        if (!cell->error[0] && !cell->count)
            snprintf(cell->error, sizeof cell->error,
                     "a rank was late for every start: the machine is too busy");
        cell->stopped = cell->error[0]                             ? "error"
                        : dose_rounds(options->method)             ? "method"
                        : precision_cell(cell, options->precision) ? "precise"
                        : interrupted                              ? "interrupted"
                                                                   : "budget";
        cell->warnings = warnings_of(cell, &course->measure->clock);
    }
    trial->ended = true;
    return course->listener->ended(course->listener->context, trial);
}

static bool end_trials(const struct course *course, bool interrupted)
{
    for (size_t i = 0; i < course->count; i++) {
        struct trial *trial = &course->trials[i];
        const bool worth = !interrupted || trial->cells->launch_count > LAUNCHES_LEAST;

        if (!trial->ended && worth && !end_trial(course, trial, interrupted))
            return false;
    }
    return true;
}

static size_t cells_of(const struct course *course)
{
    size_t cells = 0;

    for (size_t i = 0; i < course->count; i++)
        cells += (size_t)course->trials[i].group->count;
    return cells;
}

/* The groups that go on, in a new order; *count receives how many. The caller frees. */
static int *order_of(const struct course *course, int *count)
{
    int *order = memory_or_die(calloc(course->count, sizeof *order));

    *count = 0;
    for (size_t i = 0; i < course->count; i++)
        if (!course->trials[i].ended)
            order[(*count)++] = (int)i;
    plan_shuffle(order, *count, course->measure->random);
    return order;
}

/* Fresh workers for all that go on. */
static void restart(const struct course *course)
{
    for (size_t i = 0; i < course->count; i++) {
        const struct group *group = course->trials[i].group;

        for (int j = 0; !course->trials[i].ended && j < group->count; j++)
            if (j == 0 || group->candidates[j].path != group->candidates[j - 1].path)
                launcher_restart(course->measure->launcher, group->candidates[j].path,
                                 group->ranks);
    }
}

/* All groups once. */
static bool take_launch(const struct course *course, int launch)
{
    const double block_ns =
        dose_clamp(course->seconds * 1e9 / (double)cells_of(course) / LAUNCHES_PLANNED /
                       ROUNDS_OF_LAUNCH, block_least_ns, block_most_ns);
    int count, *order = order_of(course, &count);
    bool good = true;

    if (launch > 0)
        restart(course);
    for (int i = 0; i < count && good; i++) {
        struct trial *trial = &course->trials[order[i]];

        if (launch > 0)
            measure_next_launch(trial);
        course->listener->turn(course->listener->context, trial, launch, spent(course),
                               course->seconds);
        good = measure_rounds(course->measure, trial, ROUNDS_OF_LAUNCH, block_ns);
    }
    free(order);
    return good;
}

/* Ends a group one look after the first at which it was precise: an interval that happens to be
 * narrow would else end the measuring where it is more often beside the truth (docs/coverage.md).
 * *left: something goes on. False if a listener said so. */
static bool end_precise(const struct course *course, bool *left)
{
    const double precision = course->measure->options->precision;

    *left = false;
    for (size_t i = 0; i < course->count; i++) {
        struct trial *trial = &course->trials[i];

        if (trial->ended)
            continue;
        if (trial->precise && !end_trial(course, trial, false))
            return false;
        if (!trial->ended) {
            trial->precise = precision_group(trial->group, trial->cells, precision);
            *left = true;
        }
    }
    return true;
}

static bool any_starved(const struct course *course)
{
    for (size_t i = 0; i < course->count; i++)
        if (!course->trials[i].ended &&
            precision_starved(course->trials[i].group, course->trials[i].cells))
            return true;
    return false;
}

static bool run_launches(const struct course *course)
{
    const int least = course->measure->options->launches;
    bool left = true, good = true;
    int launch = 0;

    while (left && good && launch < LAUNCHES_MOST) {
        good = take_launch(course, launch++);
        if (!good)
            return end_trials(course, true) && false;
        if (launch >= least && statistics_interval_is_close((size_t)launch))
            good = end_precise(course, &left);
        if (any_starved(course) && !out_of_patience(course))
            continue;
        if (spent(course) > course->seconds * (launch >= least ? 1 : overtime))
            break;
    }
    return good && end_trials(course, false);
}

/* Of a single launch the blocks are what the interval is over. */
static bool run_group(const struct course *course, struct trial *trial, double seconds)
{
    const int fixed = dose_rounds(course->measure->options->method);
    const double block_ns = dose_clamp(seconds * 1e9 / trial->group->count / ROUNDS_PLANNED,
                                       block_least_ns, block_most_ns);
    const double begin = spent(course);
    bool done = false, good = true;

    for (int round = 1; round <= ROUNDS_MOST && !done && good; round++) {
        good = measure_rounds(course->measure, trial, 1, block_ns);
        const double took = spent(course) - begin;

        if (fixed)
            done = round >= fixed;
        else if (round >= ROUNDS_LEAST)
            done = took > seconds || precision_group(trial->group, trial->cells,
                                                     course->measure->options->precision);
        else
            done = took > overtime * seconds;
        done = done && (took > overtime * seconds + patience_seconds ||
                        !precision_starved(trial->group, trial->cells));
    }
    return good && end_trial(course, trial, false);
}

static bool run_single(const struct course *course)
{
    size_t cells_left = cells_of(course);
    int count, *order = order_of(course, &count);
    bool good = true;

    for (int i = 0; i < count && good; i++) {
        struct trial *trial = &course->trials[order[i]];
        const size_t cells = (size_t)trial->group->count;
        const double share = (course->seconds - spent(course)) * (double)cells / (double)cells_left;

        course->listener->turn(course->listener->context, trial, 0, spent(course),
                               course->seconds);
        good = run_group(course, trial, fmax(share, cell_least * (double)cells));
        cells_left -= cells;
    }
    free(order);
    return good;
}

bool launches_run(const struct measure *measure, struct trial *trials, size_t count,
                  double seconds, const struct launches_listener *listener)
{
    struct course course = {.measure = measure,
                            .trials = trials,
                            .count = count,
                            .begin = clock_now(),
                            .listener = listener};

    course.seconds = fmax(seconds, cell_least * (double)cells_of(&course));
    return (measure->options->launches == 1 ? run_single : run_launches)(&course);
}
