/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/outlook.h"

#include "comops/arena/clock.h"
#include "comops/run/turns.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* Seconds of a cell's turn in this group. NAN if interrupted. */
static double try_group(const struct sampler *sampler, const struct group *group)
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
    group_state_free(&state);
    return good ? clock_since(begin) / group->count : NAN;
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
    const double small = try_group(sampler, least);
    const double large = most == least || isnan(small) ? small : try_group(sampler, most);

    if (isnan(large))
        return false;
    if (most->bytes > least->bytes)
        outlook->byte = fmax(large - small, 0) / (double)(most->bytes - least->bytes);
    outlook->cell = fmax(small - outlook->byte * (double)least->bytes, 0);
    return true;
}

static double turn_of(const struct outlook *outlook, const struct group_state *state)
{
    const struct group *group = state->group;

    return state->turns ? state->seconds / state->turns
                        : group->count * (outlook->cell + outlook->byte * (double)group->bytes);
}

double outlook_left(const struct outlook *outlook, const struct options *options,
                    const struct group_state *groups, size_t count)
{
    const int least = turns_least(options);
    double seconds = 0;
    int most = 0;

    for (size_t i = 0; i < count; i++) {
        const int left = groups[i].ended || groups[i].turns > least ? 0 : least - groups[i].turns;

        seconds += left * turn_of(outlook, &groups[i]);
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
