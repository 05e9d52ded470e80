/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/counting.h"

#include "comops/launch/process.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAMPS_LEAST = 3, STAMPS_MOST = 100 };
static const double counted_ns = 2e7;

/* The line of a worker's answer that is ours, since likwid prints others. NULL if there is none. */
static json_t *offer_of(const char *program, const char *group)
{
    char *text = process_output((char *[]){(char *)program, "--counters", (char *)group, NULL});
    char *rest = text, *line;
    json_t *offer = NULL;

    while (!offer && (line = strsep(&rest, "\n"))) {
        offer = json_loads(line, 0, NULL);
        if (offer && !json_object_get(offer, "reason")) {
            json_decref(offer);
            offer = NULL;
        }
    }
    free(text);
    return offer;
}

/* True if the groups are unknown, or the group is one of them. */
static bool group_exists(const char *group, const json_t *groups)
{
    char **names = NULL;
    json_t *name;
    size_t i;

    json_array_foreach(groups, i, name) text_list_add(&names, text_copy(json_string_value(name)));
    const bool exists = !names || text_list_has(names, group);
    char *all = text_list_join(names);

    if (!exists)
        text_say("likwid has no group `%s` for this processor; it has %s", group, all);
    free(all);
    text_list_free(names);
    return exists;
}

bool counting_ask(const char *group, const struct path *paths, int path_count, json_t **answer)
{
    const struct path *path = NULL;

    if (!group)
        return true;
    for (int i = 0; i < path_count && !path; i++)
        if (!paths[i].missing)
            path = &paths[i];
    json_t *offer = path ? offer_of(path->program, group) : NULL;
    const bool good = group_exists(group, json_object_get(offer, "groups"));
    const char *reason = offer ? json_string_value(json_object_get(offer, "reason"))
                               : "no worker answered (try `comops-threads --counters GROUP`)";

    if (good && reason)
        text_note("no hardware counters: %s; times are measured without them", reason);
    *answer = json_pack("{ss ss?}", "group", group, "reason", reason);
    json_decref(offer);
    return good;
}

/* What the ranks counted of one event in a run. */
static json_t *event_json(const struct worker_process *worker, int ranks, uint32_t event,
                          uint32_t runs, bool empty)
{
    json_t *values = json_array();

    for (int rank = 0; rank < ranks; rank++) {
        const struct counter_values *counted = &worker_rank(worker, rank)->counted;
        const double nothing = counted->empty[event];
        const double count = empty ? nothing : counted->timed[event] - nothing;

        json_array_append_new(values, isfinite(count) ? json_real(count / counted->passes / runs)
                                                      : json_null());
    }
    return values;
}

static json_t *counters_json(const struct worker_process *worker, const struct cell *cell,
                             const char *group)
{
    const struct counter_values *counted = &worker_rank(worker, 0)->counted;
    json_t *events = json_object(), *empty = json_object();

    for (uint32_t i = 0; i < counted->events; i++) {
        json_object_set_new(events, counted->names[i],
                            event_json(worker, cell->ranks, i, cell->runs, false));
        json_object_set_new(empty, counted->names[i],
                            event_json(worker, cell->ranks, i, cell->runs, true));
    }
    return json_pack("{ss sI so so}", "group", group, "runs",
                     (json_int_t)counted->passes * cell->runs, "events", events, "empty", empty);
}

/* An error here does not make the cell invalid. False if interrupted. */
static bool count_cell(const struct sampler *sampler, const struct group *group,
                       struct sampled *sampled)
{
    struct cell *cell = sampled->cell;
    struct sampled once = *sampled;
    struct worker_process *worker;
    const double stamps = counted_ns / sampler_stamp_ns(sampled);

    once.counters = sampler->options->counters;
    once.sampling.less_empty = false; /* the markers have empty runs of their own */
    once.sampling.barrier_each =
        false; /* events of the runs alone, not of the barrier between them */
    const enum outcome outcome =
        sampler_block(sampler, group, &once,
                      (uint32_t)sampling_clamp(stamps, STAMPS_LEAST, STAMPS_MOST), &worker);
    const char *why = outcome == OUTCOME_DONE ? worker_error(worker) : cell->error;

    sampled->repetition = once.repetition;
    if (!why) {
        json_decref(cell->counters);
        cell->counters = counters_json(worker, cell, once.counters);
    } else if (outcome != OUTCOME_INTERRUPTED) {
        text_say("%s over %s/%s, %zu bytes, is not counted: %s", cell->pattern, cell->path,
                 cell->protocol, cell->bytes, why);
    }
    cell->error[0] = '\0';
    return outcome != OUTCOME_INTERRUPTED;
}

bool counting_run(const struct sampler *sampler, struct group_state *state)
{
    const struct group *group = state->group;
    const struct candidate *candidates = group->candidates;
    bool good = sampler_rounds(sampler, state, 0, 0); /* calibrates */

    for (int i = 0; i < group->count && good; i++) {
        if (!state->cells[i].error[0])
            good = count_cell(sampler, group, &state->cells_sampled[i]);
        /* Only one worker at a time can hold the counters. */
        if (i + 1 == group->count || candidates[i + 1].path != candidates[i].path)
            supervisor_restart(sampler->supervisor, candidates[i].path, group->ranks);
    }
    return good;
}
