/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 6 };

/* Ranks 0 and 1, 2 and 3 and so on form pairs. */
struct pairs {
    const struct request *request;
    const struct distances *distances;
    struct distance wanted;
    bool *taken;               /* of the request's cores */
    const struct core *sample; /* the first pair, for the text */
    const struct core *sample_partner;
    int *pus;
    int count;
};

static int partner_find(const struct pairs *pairs, int one)
{
    const struct request *request = pairs->request;
    const struct core *core = request->cores[one];

    if (pairs->wanted.kind == DISTANCE_SIBLINGS)
        return core->pu_count > 1 ? one : -1;
    for (int other = 0; other < request->core_count; other++)
        if (other != one && !pairs->taken[other] &&
            distance_equal(distance_between(pairs->distances, core, request->cores[other]),
                           pairs->wanted))
            return other;
    return -1;
}

/* Each core, in logical order, takes the first free partner. */
static void pairs_find(struct pairs *pairs)
{
    const struct request *request = pairs->request;

    for (int one = 0; one < request->core_count && pairs->count < request->ranks; one++) {
        int other = pairs->taken[one] ? -1 : partner_find(pairs, one);
        if (other < 0)
            continue;
        if (!pairs->count) {
            pairs->sample = request->cores[one];
            pairs->sample_partner = request->cores[other];
        }
        pairs->taken[one] = pairs->taken[other] = true;
        pairs->pus[pairs->count++] = request->cores[one]->pus[0];
        pairs->pus[pairs->count++] = request->cores[other]->pus[one == other];
    }
}

static void pairs_assign(const struct pairs *pairs, struct placement *placement)
{
    const struct request *request = pairs->request;
    char *text;

    if (!pairs->count || (pairs->count < request->ranks && !request->oversubscribed)) {
        placement_refuse(placement, "only %d ranks fit in pairs at this distance", pairs->count);
        return;
    }
    slots_assign_pus(request, placement, pairs->pus, pairs->count);
    text = distance_text(pairs->distances, pairs->sample, pairs->sample_partner);
    text_join(&text, ": ", placement->where);
    placement->where = text;
}

static void distance_decide(const struct request *request, struct placement *placement)
{
    struct distances distances = distances_find(request->machine);
    int level = atoi(request->parameter);
    struct pairs pairs = {.request = request, .distances = &distances};

    if (!distances.count) {
        placement_refuse(
            placement,
            "this machine has one core with one hardware thread, so it has no distances");
    } else if (level > distances.count) {
        placement_refuse(placement, "this machine has %d distance%s between its cores",
                         distances.count, distances.count == 1 ? "" : "s");
    } else {
        pairs.wanted = distances.list[level - 1];
        pairs.taken = memory_zeroed((size_t)request->core_count, sizeof(*pairs.taken));
        pairs.pus = memory_zeroed((size_t)request->ranks + 1, sizeof(*pairs.pus));
        pairs_find(&pairs);
        pairs_assign(&pairs, placement);
        free(pairs.taken);
        free(pairs.pus);
    }
    distances_free(&distances);
}

static bool distance_check(const char *parameter, char *why, size_t why_size)
{
    size_t digits = strspn(parameter, "0123456789");

    if (digits && digits <= MOST_DIGITS && !parameter[digits] && atoi(parameter) > 0)
        return true;
    snprintf(why, why_size, "`%s` is not the number of a distance; the nearest is distance:1",
             parameter);
    return false;
}

const struct policy policy_distance = {
    .name = "distance",
    .form = "distance:K",
    .meaning = "ranks 0 and 1, 2 and 3 and so on at the K-th nearest distance between cores of "
               "this machine",
    .siblings = true,
    .decide = distance_decide,
    .check = distance_check,
};
