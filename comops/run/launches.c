/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/launches.h"

#include "comops/results/warnings.h"
#include "comops/run/precision.h"
#include "comops/run/sampling.h"
#include "comops/statistics/random.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LAUNCHES_PLANNED = 12,
    ROUNDS_OF_LAUNCH = 3, /* odd: a launch comes to one of its blocks */
    ROUNDS_PLANNED = 12,  /* of a single launch */
    ROUNDS_LEAST = 10,    /* of ten blocks the second and ninth bound the median */
    ROUNDS_MOST = 100,
};
static const double block_least_ns = 5e5, block_most_ns = 2e7;
static const double overtime = 6; /* times its share, where it is too slow for an interval */
static const double patience_seconds = 3; /* beyond that, for a cell without a sample */
static const double cell_least = 0.02;    /* seconds, whatever earlier groups have used up */

/* Some groups on their way. */
struct schedule {
    const struct sampler *sampler;
    struct group_state *groups;
    size_t count;
    double seconds;
    uint64_t begin;
    const struct launches_listener *listener;
};

static double spent(const struct schedule *schedule)
{
    return (double)(clock_now() - schedule->begin) / 1e9;
}

static bool out_of_patience(const struct schedule *schedule)
{
    return spent(schedule) > overtime * schedule->seconds + patience_seconds;
}

/* Why no more is measured of each cell, what is odd about it, and word of it. */
static bool end_group(const struct schedule *schedule, struct group_state *state, bool interrupted)
{
    const struct options *options = schedule->sampler->options;

    for (int i = 0; i < state->group->count; i++) {
        struct cell *cell = &state->cells[i];

        if (!cell->error[0] && !cell->count)
            snprintf(cell->error, sizeof cell->error,
                     "a rank was late for every start: the machine is too busy");
        cell->stopped = cell->error[0]                             ? "error"
                        : options->method->rounds                  ? "method"
                        : precision_cell(cell, options->precision) ? "precise"
                        : interrupted                              ? "interrupted"
                                                                   : "budget";
        cell->warnings = warnings_of(cell, &schedule->sampler->clock);
    }
    state->ended = true;
    return schedule->listener->ended(schedule->listener->context, state);
}

static bool end_groups(const struct schedule *schedule, bool interrupted)
{
    for (size_t i = 0; i < schedule->count; i++) {
        struct group_state *state = &schedule->groups[i];
        const bool worth = !interrupted || state->cells->launch_count > LAUNCHES_LEAST;

        if (!state->ended && worth && !end_group(schedule, state, interrupted))
            return false;
    }
    return true;
}

static size_t cells_of(const struct schedule *schedule)
{
    size_t cells = 0;

    for (size_t i = 0; i < schedule->count; i++)
        cells += (size_t)schedule->groups[i].group->count;
    return cells;
}

/* The groups that go on, in a new order; *count receives how many. The caller frees. */
static int *order_of(const struct schedule *schedule, int *count)
{
    int *order = memory_or_die(calloc(schedule->count, sizeof *order));

    *count = 0;
    for (size_t i = 0; i < schedule->count; i++)
        if (!schedule->groups[i].ended)
            order[(*count)++] = (int)i;
    random_shuffle(order, *count, schedule->sampler->random);
    return order;
}

/* Fresh workers for all that go on. */
static void restart(const struct schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++) {
        const struct group *group = schedule->groups[i].group;

        for (int j = 0; !schedule->groups[i].ended && j < group->count; j++)
            if (j == 0 || group->candidates[j].path != group->candidates[j - 1].path)
                supervisor_restart(schedule->sampler->supervisor, group->candidates[j].path,
                                   group->ranks);
    }
}

/* All groups once. */
static bool take_launch(const struct schedule *schedule, int launch)
{
    const double block_ns = sampling_clamp(schedule->seconds * 1e9 / (double)cells_of(schedule) /
                                               LAUNCHES_PLANNED / ROUNDS_OF_LAUNCH,
                                           block_least_ns, block_most_ns);
    int count, *order = order_of(schedule, &count);
    bool good = true;

    if (launch > 0)
        restart(schedule);
    for (int i = 0; i < count && good; i++) {
        struct group_state *state = &schedule->groups[order[i]];

        if (launch > 0)
            sampler_next_launch(state);
        schedule->listener->turn(schedule->listener->context, state, launch, spent(schedule),
                                 schedule->seconds);
        good = sampler_rounds(schedule->sampler, state, ROUNDS_OF_LAUNCH, block_ns);
    }
    free(order);
    return good;
}

/* Ends a group one look after the first at which it was precise: an interval that happens to be
 * narrow would else end the measuring where it is more often beside the truth (docs/coverage.md).
 * *left: something goes on. False if a listener said so. */
static bool end_precise(const struct schedule *schedule, bool *left)
{
    const double precision = schedule->sampler->options->precision;

    *left = false;
    for (size_t i = 0; i < schedule->count; i++) {
        struct group_state *state = &schedule->groups[i];

        if (state->ended)
            continue;
        if (state->precise && !end_group(schedule, state, false))
            return false;
        if (!state->ended) {
            state->precise = precision_group(state->group, state->cells, precision);
            *left = true;
        }
    }
    return true;
}

static bool any_starved(const struct schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (!schedule->groups[i].ended &&
            precision_starved(schedule->groups[i].group, schedule->groups[i].cells))
            return true;
    return false;
}

static bool run_launches(const struct schedule *schedule)
{
    const int least = schedule->sampler->options->launches;
    bool left = true, good = true;
    int launch = 0;

    while (left && good && launch < LAUNCHES_MOST) {
        good = take_launch(schedule, launch++);
        if (!good)
            return end_groups(schedule, true) && false;
        if (launch >= least && statistics_interval_is_close((size_t)launch))
            good = end_precise(schedule, &left);
        if (any_starved(schedule) && !out_of_patience(schedule))
            continue;
        if (spent(schedule) > schedule->seconds * (launch >= least ? 1 : overtime))
            break;
    }
    return good && end_groups(schedule, false);
}

/* Of a single launch the blocks are what the interval is over. */
static bool run_group(const struct schedule *schedule, struct group_state *state, double seconds)
{
    const int fixed = schedule->sampler->options->method->rounds;
    const double block_ns = sampling_clamp(seconds * 1e9 / state->group->count / ROUNDS_PLANNED,
                                           block_least_ns, block_most_ns);
    const double begin = spent(schedule);
    bool done = false, good = true;

    for (int round = 1; round <= ROUNDS_MOST && !done && good; round++) {
        good = sampler_rounds(schedule->sampler, state, 1, block_ns);
        const double took = spent(schedule) - begin;

        if (fixed)
            done = round >= fixed;
        else if (round >= ROUNDS_LEAST)
            done = took > seconds || precision_group(state->group, state->cells,
                                                     schedule->sampler->options->precision);
        else
            done = took > overtime * seconds;
        done = done && (took > overtime * seconds + patience_seconds ||
                        !precision_starved(state->group, state->cells));
    }
    return good && end_group(schedule, state, false);
}

static bool run_single(const struct schedule *schedule)
{
    size_t cells_left = cells_of(schedule);
    int count, *order = order_of(schedule, &count);
    bool good = true;

    for (int i = 0; i < count && good; i++) {
        struct group_state *state = &schedule->groups[order[i]];
        const size_t cells = (size_t)state->group->count;
        const double share =
            (schedule->seconds - spent(schedule)) * (double)cells / (double)cells_left;

        schedule->listener->turn(schedule->listener->context, state, 0, spent(schedule),
                                 schedule->seconds);
        good = run_group(schedule, state, fmax(share, cell_least * (double)cells));
        cells_left -= cells;
    }
    free(order);
    return good;
}

bool launches_run(const struct sampler *sampler, struct group_state *groups, size_t count,
                  double seconds, const struct launches_listener *listener)
{
    struct schedule schedule = {.sampler = sampler,
                                .groups = groups,
                                .count = count,
                                .begin = clock_now(),
                                .listener = listener};

    schedule.seconds = fmax(seconds, cell_least * (double)cells_of(&schedule));
    return (sampler->options->launches == 1 ? run_single : run_launches)(&schedule);
}
