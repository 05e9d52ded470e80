/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_trials.h"

#include "comops/run/campaign.h"

#include <stdlib.h>
#include <string.h>

/* All ways run once for a few steps; the fastest of these, as many as the paper tried, some times
 * in turn for more. */
enum { FIRST_STEPS = 5, FINALISTS = 6, FINAL_TURNS = 3, FINAL_STEPS = 20 };

/* What a trial varies: one transform by these algorithms in all protocols, beside the other. */
struct trial {
    const char *transform, *const *names, *other;
};

static bool needs_power_of_two(const json_t *algorithms, const char *name)
{
    const json_t *algorithm;
    size_t i;

    json_array_foreach(
        algorithms, i,
        algorithm) if (strcmp(json_string_value(json_object_get(algorithm, "name")), name) ==
                       0) return json_is_true(json_object_get(algorithm, "power_of_two"));
    return false;
}

/* Not more than a run has: it may blow up later. */
static int trial_steps(const struct full *full, int steps)
{
    const int asked = full->request->steps;

    return asked && asked < steps ? asked : steps;
}

/* None if the mesh does not allow it, one if there is no choice. */
static json_t *trial_plans(const struct full *full, const struct pstswm_worker *worker,
                           const struct trial *trial)
{
    const bool lines = strcmp(trial->transform, "fourier") == 0;
    const int ranks = lines ? full->mesh.columns : full->mesh.rows;
    const struct way other = {trial->other, pstswm_default_protocol(worker)};
    json_t *plans = json_array(), *protocol;
    size_t i;

    for (const char *const *name = trial->names; *name; name++)
        json_array_foreach(json_object_get(worker->offer, "protocols"), i, protocol)
        {
            const struct way way = {*name, json_string_value(protocol)};

            if (((ranks & (ranks - 1)) != 0 &&
                 needs_power_of_two(json_object_get(worker->offer, trial->transform), *name)) ||
                (ranks == 1 && json_array_size(plans) > 0))
                continue;
            json_array_append_new(plans, pstswm_plan(full->request, full->problem, full->mesh,
                                                     lines ? way : other, lines ? other : way,
                                                     trial_steps(full, FIRST_STEPS)));
        }
    return plans;
}

static size_t find_fastest(const json_t *records)
{
    size_t fastest = 0;

    for (size_t i = 1; i < json_array_size(records); i++)
        if (pstswm_seconds(json_array_get(records, i)) <
            pstswm_seconds(json_array_get(records, fastest)))
            fastest = i;
    return fastest;
}

/* In turns; none if there is nothing to choose. */
static json_t *final_plans(const struct full *full, const json_t *records)
{
    json_t *left = json_copy((json_t *)records), *plans = json_array();
    const size_t count = json_array_size(records);
    struct way fourier[FINALISTS], legendre[FINALISTS];
    size_t chosen = 0;

    for (; count > 1 && chosen < FINALISTS && json_array_size(left); chosen++) {
        const size_t fastest = find_fastest(left);

        fourier[chosen] = pstswm_way(json_array_get(left, fastest), "fourier");
        legendre[chosen] = pstswm_way(json_array_get(left, fastest), "legendre");
        json_array_remove(left, fastest);
    }
    for (int turn = 0; turn < FINAL_TURNS; turn++)
        for (size_t i = 0; i < chosen; i++)
            json_array_append_new(plans,
                                  pstswm_plan(full->request, full->problem, full->mesh, fourier[i],
                                              legendre[i], trial_steps(full, FINAL_STEPS)));
    json_decref(left);
    return plans;
}

/* Measures some plans of each path once. */
static json_t *measure_quietly(const struct full *full, const json_t *plans, int *status)
{
    struct parallel_request quiet = *full->request;

    quiet.json = false;
    return pstswm_measure(full->workers, &quiet, plans, 1, status);
}

/* Of each path the fastest of those that were measured last. */
static json_t *choose(const json_t *first, const json_t *last)
{
    json_t *best = json_array();
    const json_t *records;
    size_t i;

    json_array_foreach(first, i, records)
    {
        const json_t *finals = json_array_get(last, i);
        const json_t *some = json_array_size(finals) ? finals : records;
        json_t *record = json_array_get(some, find_fastest(some));

        json_array_append_new(best, record ? json_incref(record) : json_null());
    }
    return best;
}

/* The best record of each path, null where it has none, in an array; NULL on failure. */
static json_t *run_trial(const struct full *full, const struct trial *trial, int *status)
{
    json_t *plans = json_array(), *finals = json_array(), *last = NULL, *best = NULL;
    const json_t *records;
    bool choice = false;
    size_t i;

    for (int path = 0; path < full->workers->count; path++)
        json_array_append_new(plans, trial_plans(full, &full->workers->list[path], trial));
    json_t *first = measure_quietly(full, plans, status);

    json_array_foreach(first, i, records)
    {
        json_array_append_new(finals, final_plans(full, records));
        choice = choice || json_array_size(json_array_get(finals, i));
    }
    if (choice)
        last = measure_quietly(full, finals, status);
    if (*status == EXIT_SUCCESS)
        best = choose(first, last);
    json_decref(plans);
    json_decref(finals);
    json_decref(first);
    json_decref(last);
    return best;
}

bool trials_run(const struct full *full, json_t *best[WAYS], int *status)
{
    static const char *const transposes[] = {"srtrans", "swtrans", "logtrans", NULL};
    static const char *const halfsum[] = {"halfsum", NULL}, *const dfft[] = {"dfft", NULL},
                             *const ringpipe[] = {"ringpipe", NULL};
    const struct trial trials[WAYS] = {{"fourier", transposes, "halfsum"},
                                       {"legendre", halfsum, "srtrans"},
                                       {"fourier", dfft, "halfsum"},
                                       {"legendre", ringpipe, "srtrans"}};

    for (int i = 0; i < WAYS; i++)
        if (!(best[i] = run_trial(full, &trials[i], status)))
            return false;
    return true;
}
