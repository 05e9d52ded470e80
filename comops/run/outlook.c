/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/outlook.h"

#include "comops/arena/clock.h"
#include "comops/run/turns.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* The time of a cell of this group. */
struct taken {
    double calibration, turn;
};

/* The turn is NAN if interrupted. */
static struct taken try_group(const struct sampler *sampler, const struct group *group)
{
    uint64_t random = *sampler->random, begin = 0;
    struct sampler trial = *sampler;
    struct group_state state;
    bool good = true;

    trial.random = &random; /* the order of the cells depends on the seed alone */
    group_state_init(&state, group, sampler->options);
    for (int turn = 0; turn < 2 && good; turn++) { /* the first one also calibrates */
        begin = clock_now();
        good = sampler_rounds(&trial, &state, 1, turns_block_least_ns);
    }
    const struct taken taken = {state.calibration_seconds / group->count,
                                good ? clock_since(begin) / group->count : NAN};

    group_state_free(&state);
    return taken;
}

/* From what a small and a large message take. */
static struct outlook_cost cost_of(double small, double large, const struct group *least,
                                   const struct group *most)
{
    const double byte = most->bytes > least->bytes
                            ? fmax(large - small, 0) / (double)(most->bytes - least->bytes)
                            : 0;

    return (struct outlook_cost){fmax(small - byte * (double)least->bytes, 0), byte};
}

bool outlook_try(struct outlook *outlook, const struct sampler *sampler, const struct plan *plan)
{
    const struct group *least = plan->groups, *most = plan->groups;

    if (sampler->options->method->rounds)
        return true;
    for (size_t i = 1; i < plan->count; i++) {
        least = plan->groups[i].bytes < least->bytes ? &plan->groups[i] : least;
        most = plan->groups[i].bytes > most->bytes ? &plan->groups[i] : most;
    }
    const struct taken small = try_group(sampler, least);
    const struct taken large =
        most == least || isnan(small.turn) ? small : try_group(sampler, most);

    if (isnan(large.turn))
        return false;
    outlook->calibration = cost_of(small.calibration, large.calibration, least, most);
    outlook->turn = cost_of(small.turn, large.turn, least, most);
    return true;
}

static double cells_of(const struct outlook_cost *cost, const struct group *group)
{
    return group->count * (cost->cell + cost->byte * (double)group->bytes);
}

/* For a group that has not begun, calibration included. */
static double seconds_of(const struct outlook *outlook, const struct group_state *state, int turns)
{
    const double turn = state->turns ? (state->seconds - state->calibration_seconds) / state->turns
                                     : cells_of(&outlook->turn, state->group);

    return turns * turn + (state->begun ? 0 : cells_of(&outlook->calibration, state->group));
}

double outlook_left(const struct outlook *outlook, const struct options *options,
                    const struct group_state *groups, size_t count)
{
    const int least = turns_least(options);
    double seconds = 0;
    int most = 0;

    for (size_t i = 0; i < count; i++) {
        const int left = groups[i].ended || groups[i].turns > least ? 0 : least - groups[i].turns;

        seconds += left ? seconds_of(outlook, &groups[i], left) : 0;
        most = left > most ? left : most;
    }
    return seconds + (options->launches > 1 ? most * outlook->launch : 0);
}

double outlook_least(const struct outlook *outlook, const struct options *options,
                     const struct plan *plan)
{
    struct group_state *groups = memory_or_die(calloc(plan->count, sizeof *groups));

    for (size_t i = 0; i < plan->count; i++)
        groups[i].group = &plan->groups[i];
    const double seconds = outlook_left(outlook, options, groups, plan->count);

    free(groups);
    return seconds;
}
