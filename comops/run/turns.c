/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/turns.h"

#include "comops/launch/supervisor.h"
#include "comops/run/canaries.h"
#include "comops/run/sampling.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* What turns are: launches, or rounds of a single one. */
static const struct pace {
    bool launches;
    int planned;             /* blocks of a cell in its share of the time */
    struct stop_state begin; /* ten rounds, so that a disturbed one in ten is recognised */
} over_launches = {true, 36, {.most = LAUNCHES_MOST, .looks_needed = 2}},
  over_rounds = {false, 12, {.least = 10, .most = 100, .looks_needed = 1}};

const double turns_block_least_ns = 5e5;
static const double block_most_ns = 2e7;
static const double cell_least = 0.02; /* seconds, whatever earlier groups have used up */

/* Rounds of a launch, odd: at first, which is enough to see both levels; and at most. */
enum { ROUNDS_FIRST = 3, ROUNDS_MOST = 15 };

/* Groups that take turns, and what they have in common. */
struct turns {
    const struct stage *stage;
    const struct pace *pace;
    struct group_state *groups;
    size_t count;
    uint64_t begin;
    int taken;
    double launch_seconds; /* total time to begin them */
    double block_ns;
    struct stop_state state;
};

/* The active groups, in a new order; *left receives how many. The caller frees. */
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

/* Calls `renew` for each worker of the active groups. */
static void renew_workers(const struct turns *turns,
                          void (*renew)(struct supervisor *supervisor, const struct path *path,
                                        const struct group *group))
{
    struct supervisor *supervisor = turns->stage->sampler->supervisor;

    for (size_t i = 0; i < turns->count; i++) {
        const struct group *group = turns->groups[i].group;

        for (int j = 0; !turns->groups[i].ended && j < group->count; j++)
            if (j == 0 || group->candidates[j].path != group->candidates[j - 1].path)
                renew(supervisor, group->candidates[j].path, group);
    }
}

static void end_worker(struct supervisor *supervisor, const struct path *path,
                       const struct group *group)
{
    supervisor_restart(supervisor, path, group->ranks);
}

/* Keeps the start out of the groups' times. A start that fails is repeated with a cell, which then
 * gets the reason. */
static void start_worker(struct supervisor *supervisor, const struct path *path,
                         const struct group *group)
{
    char why[CELL_TEXT];

    supervisor_worker(supervisor, path, group->ranks, group->placement->oversubscribed, why,
                      sizeof why);
}

/* False if the canaries cannot be recorded. */
static bool begin_launch(struct turns *turns)
{
    const uint64_t begin = clock_now();

    if (turns->taken > 0)
        renew_workers(turns, end_worker);
    renew_workers(turns, start_worker);
    const bool good =
        canaries_take(turns->stage->recorder, turns->groups, turns->count, turns->taken + 1);

    turns->launch_seconds += clock_since(begin);
    return good;
}

/* The mean time that the active groups have had, seconds. */
static double mean_seconds(const struct turns *turns)
{
    double seconds = 0;
    size_t left = 0;

    for (size_t i = 0; i < turns->count; i++) {
        seconds += turns->groups[i].ended ? 0 : turns->groups[i].seconds;
        left += !turns->groups[i].ended;
    }
    return seconds / (double)left;
}

/* How many rounds a group should have in its next launch. */
static int rounds_of(const struct turns *turns, const struct group_state *group, int left)
{
    const double round = group->seconds / group->rounds_taken;
    struct levels levels;

    if (group->turns < turns->state.least)
        return ROUNDS_FIRST * turns->state.least * round <=
                       turns->state.share / (double)turns->count
                   ? ROUNDS_FIRST
                   : 1;
    if (!group_state_levels(group, &levels))
        return 1;
    return levels_rounds(levels, turns->launch_seconds / turns->taken / left, round, ROUNDS_MOST);
}

/* Whether the interval over the launches so far is no wider than necessary. */
static bool is_look(const struct turns *turns, const struct group_state *group)
{
    return group->turns >= turns->state.least &&
           (!turns->pace->launches || statistics_interval_is_close((size_t)group->turns));
}

/* Counts the looks at which the shown ratios were precise, and plans the next turn. */
static void look(const struct turns *turns, struct group_state *group, int left)
{
    const bool looks = is_look(turns, group);

    if (looks && (group->precise_looks ||
                  group_state_precise(group, turns->stage->sampler->options->precision)))
        group->precise_looks++;
    if (turns->pace->launches && (looks || group->turns < turns->state.least))
        group->rounds = rounds_of(turns, group, left);
}

/* A group's turn. False if interrupted. */
static bool take_turn(const struct turns *turns, struct group_state *group, int left)
{
    const struct sampler *sampler = turns->stage->sampler;
    const uint64_t begin = clock_now();

    if (turns->pace->launches && group->turns > 0)
        group_state_next_launch(group, turns->taken);
    if (turns->pace->launches || group->turns == 0)
        stage_show_progress(turns->stage, group->group, turns->pace->launches ? turns->taken : 1);
    if (!sampler_rounds(sampler, group, group->rounds, turns->block_ns))
        return false;
    group->turns++;
    group->rounds_taken += group->rounds;
    group->seconds += clock_since(begin);
    look(turns, group, left);
    return true;
}

/* A turn of each active group that has not had more time than the others. False if interrupted. */
static bool take_turns(struct turns *turns)
{
    const double mean = mean_seconds(turns);
    int left, *order = order_of(turns->groups, turns->count, turns->stage->sampler->random, &left);
    bool good = !(turns->pace->launches || turns->taken == 0) || begin_launch(turns);

    turns->taken++;
    for (int i = 0; i < left && good; i++) {
        struct group_state *group = &turns->groups[order[i]];

        if (group->turns < turns->state.least || group->seconds <= mean)
            good = take_turn(turns, group, left);
    }
    free(order);
    return good;
}

/* Ends each group for which there is a reason, but interrupted ones only if they have an interval.
 * False if they cannot be recorded. */
static bool end_groups(struct turns *turns)
{
    turns->state.spent = clock_since(turns->begin);
    for (size_t i = 0; i < turns->count; i++) {
        struct group_state *group = &turns->groups[i];

        if (group->ended ||
            (turns->state.interrupted && group->cells->launch_count <= LAUNCHES_LEAST))
            continue;
        turns->state.starved = group_state_starved(group);
        turns->state.cut = group_state_cut(group);
        turns->state.taken = group->turns;
        turns->state.precise_looks = group->precise_looks;
        const enum stop reason = stop_reason(&turns->state);

        if (reason != STOP_NOT && !stage_end_group(turns->stage, group, reason))
            return false;
    }
    return true;
}

int turns_least(const struct options *options)
{
    return options->method->rounds ? options->method->rounds
           : options->launches > 1 ? options->launches
                                   : over_rounds.begin.least;
}

/* Measures some groups of a stage until all have ended. */
static bool measure(const struct stage *stage, const struct pace *pace, struct group_state *groups,
                    size_t count, double share)
{
    const struct options *options = stage->sampler->options;
    const double cells = (double)group_states_cells(groups, count),
                 seconds = fmax(share, cell_least * cells);
    struct turns turns = {.stage = stage,
                          .pace = pace,
                          .groups = groups,
                          .count = count,
                          .begin = clock_now(),
                          .block_ns = sampling_clamp(seconds * 1e9 / cells / pace->planned,
                                                     turns_block_least_ns, block_most_ns),
                          .state = pace->begin};

    turns.state.share = seconds;
    turns.state.method_rounds = options->method->rounds;
    if (options->method->rounds)
        turns.block_ns = seconds * 1e9 / cells / options->method->rounds;
    if (pace->launches)
        turns.state.least = options->launches;
    for (size_t i = 0; i < count; i++)
        groups[i].rounds = 1;
    while (!group_states_ended(groups, count) && !turns.state.interrupted) {
        turns.state.interrupted = !take_turns(&turns);
        if (!end_groups(&turns))
            return false;
    }
    return !turns.state.interrupted;
}

bool turns_of_launches(const struct stage *stage)
{
    return measure(stage, &over_launches, stage->groups, stage->count, stage->share);
}

/* Each group has its share of the time that is left. */
bool turns_of_rounds(const struct stage *stage)
{
    size_t cells_left = stage->cells;
    int count, *order = order_of(stage->groups, stage->count, stage->sampler->random, &count);
    bool good = true;

    for (int i = 0; i < count && good; i++) {
        struct group_state *group = &stage->groups[order[i]];
        const size_t cells = (size_t)group->group->count;

        good = measure(stage, &over_rounds, group, 1,
                       (stage->share - clock_since(stage->begin)) * (double)cells /
                           (double)cells_left);
        cells_left -= cells;
    }
    free(order);
    return good;
}
