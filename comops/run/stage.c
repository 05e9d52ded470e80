/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/scheduler.h"

#include "comops/launch/supervisor.h"
#include "comops/run/canaries.h"
#include "comops/run/counting.h"
#include "comops/run/sampling.h"
#include "comops/run/stop.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How a group's blocks are spread: over launches, or as rounds of a single launch. */
static const struct pace {
    bool launches;
    int rounds;              /* of a launch, odd: its median is one of its blocks; or one by one */
    int planned;             /* blocks of a cell in its share of the time */
    struct stop_state begin; /* of ten blocks the second and ninth bound the median */
} over_launches = {true, 3, 36, {.most = LAUNCHES_MOST, .looks_needed = 2}},
  over_rounds = {false, 1, 12, {.least = 10, .most = 100, .looks_needed = 1}};

static const double block_least_ns = 5e5, block_most_ns = 2e7;
static const double cell_least = 0.02; /* seconds, whatever earlier groups have used up */

static double since(uint64_t begin)
{
    return (double)(clock_now() - begin) / 1e9;
}

/* The groups of the table that this one belongs to; *count receives how many. */
static struct group_state *table_of(const struct stage *stage, const struct group_state *state,
                                    size_t *count)
{
    const int table = state->group->table;
    size_t first = 0, end;

    while (stage->groups[first].group->table != table)
        first++;
    for (end = first; end < stage->count && stage->groups[end].group->table == table;)
        end++;
    *count = end - first;
    return &stage->groups[first];
}

static bool all_ended(const struct group_state *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!groups[i].ended)
            return false;
    return true;
}

/* Completes a group's cells and records them. */
static bool end_group(const struct stage *stage, struct group_state *state, enum stop reason)
{
    const struct sampler *sampler = stage->sampler;
    struct recorder *recorder = stage->recorder;
    size_t count;

    for (int i = 0; i < state->group->count; i++) {
        struct cell *cell = &state->cells[i];

        if (!cell->error[0] && !cell->count)
            snprintf(cell->error, sizeof cell->error,
                     "a rank was late for every start: the machine is too busy");
        cell->stopped =
            stop_word(reason, cell->error[0], cell_precise(cell, sampler->options->precision));
        cell->warnings = warnings_of(cell, &sampler->clock);
    }
    state->ended = true;
    if (!recorder_group(recorder, state))
        return false;
    const struct group_state *table = table_of(stage, state, &count);

    return !all_ended(table, count) || recorder_table(recorder, table, count, true);
}

/* Groups that take turns, and what they have in common. */
struct turns {
    const struct stage *stage;
    const struct pace *pace;
    struct group_state *groups;
    size_t count;
    uint64_t begin;
    double block_ns;
    struct stop_state state;
};

static size_t cells_of(const struct group_state *groups, size_t count)
{
    size_t cells = 0;

    for (size_t i = 0; i < count; i++)
        cells += (size_t)groups[i].group->count;
    return cells;
}

/* The groups that go on, in a new order; *left receives how many. The caller frees. */
static int *order_of(const struct group_state *groups, size_t count, uint64_t *random, int *left)
{
    int *order = memory_or_die(calloc(count, sizeof *order));

    *left = 0;
    for (size_t i = 0; i < count; i++)
        if (!groups[i].ended)
            order[(*left)++] = (int)i;
    random_shuffle(order, *left, random);
    return order;
}

/* Ends the workers of all groups that go on: the next block starts fresh ones. */
static void end_workers(const struct turns *turns)
{
    struct supervisor *supervisor = turns->stage->sampler->supervisor;

    for (size_t i = 0; i < turns->count; i++) {
        const struct group *group = turns->groups[i].group;

        for (int j = 0; !turns->groups[i].ended && j < group->count; j++)
            if (j == 0 || group->candidates[j].path != group->candidates[j - 1].path)
                supervisor_restart(supervisor, group->candidates[j].path, group->ranks);
    }
}

static void show_progress(const struct stage *stage, const struct group *group, int launch)
{
    progress_show(&stage->recorder->progress, group, launch,
                  fmax(stage->share - since(stage->begin), 0) + stage->later);
}

/* A launch, or a round, of all groups that go on. False if interrupted. */
static bool take_turns(struct turns *turns)
{
    const struct sampler *sampler = turns->stage->sampler;
    const bool fresh = turns->pace->launches && turns->state.taken > 0;
    int left, *order = order_of(turns->groups, turns->count, sampler->random, &left);
    const bool begins = fresh || turns->state.taken == 0;
    bool good = true;

    if (fresh)
        end_workers(turns);
    if (begins)
        good = canaries_take(turns->stage->recorder, turns->groups, turns->count,
                             turns->state.taken + 1);
    for (int i = 0; i < left && good; i++) {
        struct group_state *state = &turns->groups[order[i]];

        if (fresh)
            group_state_next_launch(state);
        if (begins)
            show_progress(turns->stage, state->group, turns->state.taken + 1);
        good = sampler_rounds(sampler, state, turns->pace->rounds, turns->block_ns);
    }
    free(order);
    turns->state.taken++;
    return good;
}

static bool any_starved(const struct turns *turns)
{
    for (size_t i = 0; i < turns->count; i++)
        if (!turns->groups[i].ended && group_state_starved(&turns->groups[i]))
            return true;
    return false;
}

/* Whether the interval over what has been taken is no wider than it need be. */
static bool is_look(const struct turns *turns)
{
    return turns->state.taken >= turns->state.least &&
           (!turns->pace->launches || statistics_interval_is_close((size_t)turns->state.taken));
}

/* Ends each group for which there is a reason; but interrupted ones only where they have an
 * interval. False if they cannot be recorded. */
static bool end_groups(struct turns *turns)
{
    const double precision = turns->stage->sampler->options->precision;

    turns->state.spent = since(turns->begin);
    turns->state.starved = any_starved(turns);
    for (size_t i = 0; i < turns->count; i++) {
        struct group_state *group = &turns->groups[i];

        if (group->ended ||
            (turns->state.interrupted && group->cells->launch_count <= LAUNCHES_LEAST))
            continue;
        if (is_look(turns) && !turns->state.interrupted &&
            (group->precise_looks || group_state_precise(group, precision)))
            group->precise_looks++;
        turns->state.precise_looks = group->precise_looks;
        const enum stop reason = stop_reason(&turns->state);

        if (reason != STOP_NOT && !end_group(turns->stage, group, reason))
            return false;
    }
    return true;
}

/* Measures some groups of a stage until all have ended. */
static bool measure(const struct stage *stage, const struct pace *pace, struct group_state *groups,
                    size_t count, double share)
{
    const struct options *options = stage->sampler->options;
    const double cells = (double)cells_of(groups, count), seconds = fmax(share, cell_least * cells);
    struct turns turns = {.stage = stage,
                          .pace = pace,
                          .groups = groups,
                          .count = count,
                          .begin = clock_now(),
                          .block_ns = sampling_clamp(seconds * 1e9 / cells / pace->planned,
                                                     block_least_ns, block_most_ns),
                          .state = pace->begin};

    turns.state.share = seconds;
    turns.state.method_rounds = options->method->rounds;
    if (pace->launches)
        turns.state.least = options->launches;
    while (!all_ended(groups, count) && !turns.state.interrupted) {
        turns.state.interrupted = !take_turns(&turns);
        if (!end_groups(&turns))
            return false;
    }
    return !turns.state.interrupted;
}

/* One group after the other, each with its share of the time that is left. */
static bool measure_one_by_one(const struct stage *stage)
{
    size_t cells_left = stage->cells;
    int count, *order = order_of(stage->groups, stage->count, stage->sampler->random, &count);
    bool good = true;

    for (int i = 0; i < count && good; i++) {
        struct group_state *state = &stage->groups[order[i]];
        const size_t cells = (size_t)state->group->count;

        good = measure(stage, &over_rounds, state, 1,
                       (stage->share - since(stage->begin)) * (double)cells / (double)cells_left);
        cells_left -= cells;
    }
    free(order);
    return good;
}

static bool count_events(const struct stage *stage)
{
    bool good = true;

    for (size_t i = 0; i < stage->count && good; i++) {
        show_progress(stage, stage->groups[i].group, 0);
        good = counting_run(stage->sampler, &stage->groups[i]);
    }
    return good;
}

/* Tables that were interrupted may have some rows. */
static void show_incomplete(const struct stage *stage)
{
    size_t count;

    for (size_t i = 0; i < stage->count; i += count) {
        const struct group_state *table = table_of(stage, &stage->groups[i], &count);

        if (!all_ended(table, count))
            recorder_table(stage->recorder, table, count, false);
    }
}

bool stage_measure(struct stage *stage, const struct group *groups, size_t count)
{
    stage->groups = memory_or_die(calloc(count, sizeof *stage->groups));
    stage->count = count;
    for (size_t i = 0; i < count; i++)
        group_state_init(&stage->groups[i], &groups[i], stage->sampler->options);
    stage->cells = cells_of(stage->groups, count);
    stage->begin = clock_now();
    bool good = !stage->counting || count_events(stage);

    stage->share = fmax(stage->share, cell_least * (double)stage->cells);
    stage->begin = clock_now();
    if (good)
        good = stage->sampler->options->launches == 1
                   ? measure_one_by_one(stage)
                   : measure(stage, &over_launches, stage->groups, count, stage->share);
    show_incomplete(stage);
    for (size_t i = 0; i < count; i++)
        group_state_free(&stage->groups[i]);
    free(stage->groups);
    return good;
}
