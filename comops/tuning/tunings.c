/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/tunings.h"

#include "comops/text/text.h"
#include "comops/tuning/kept.h"
#include "comops/tuning/trials.h"
#include "comops/tuning/tuning_json.h"

#include <stdlib.h>
#include <string.h>

/* The first candidate of a group whose cells depend on a tuning. */
static const struct candidate *tuned_candidate(const struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (strcmp(group->candidates[i].offer->protocol, "direct") == 0)
            return &group->candidates[i];
    return NULL;
}

static struct tuned *find(const struct tunings *tunings, const struct placement *placement)
{
    for (int i = 0; i < tunings->count; i++)
        if (tunings->all[i].placement == placement)
            return &tunings->all[i];
    return NULL;
}

static bool same_seats(const json_t *entry, const struct placement *placement)
{
    const json_t *pus = json_object_get(entry, "pus");
    bool same = json_array_size(pus) == (size_t)placement->ranks;

    for (int rank = 0; rank < placement->ranks && same; rank++)
        same = json_integer_value(json_array_get(pus, (size_t)rank)) == placement->pus[rank];
    return same;
}

/* Accepts the values of a JSON object if they are valid. */
static bool take(struct tuned *tuned, const json_t *entry, const char *source)
{
    if (!tuning_parse(entry, &tuned->values))
        return false;
    tuned->source = source;
    tuned->ratios = json_incref(json_object_get(entry, "ratios"));
    return true;
}

static bool take_from_file(struct tuned *tuned, const json_t *list, const char *name)
{
    size_t i;
    json_t *entry;

    json_array_foreach(list, i, entry) if (same_seats(entry, tuned->placement) &&
                                           take(tuned, entry, "file")) return true;
    text_say("--tuning: %s has no tuning for the hardware threads of placement %s with %d ranks; "
             "name another file, or `off`",
             name, tuned->placement->name, tuned->placement->ranks);
    return false;
}

/* The "tuning" of a results file's first record, or of a file that was kept. NULL if there is none.
 */
static json_t *list_in(const char *name)
{
    json_t *record = json_load_file(name, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *list = json_incref(json_object_get(record, "tuning"));

    json_decref(record);
    if (json_is_array(list))
        return list;
    json_decref(list);
    return NULL;
}

static void add_placements(struct tunings *tunings, const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct group *group = &plan->groups[i];
        const struct candidate *candidate = tuned_candidate(group);

        if (!candidate || find(tunings, group->placement))
            continue;
        tunings->all = memory_grow(tunings->all, (size_t)tunings->count, sizeof *tunings->all);
        tunings->all[tunings->count++] =
            (struct tuned){.placement = group->placement, .group = group, .path = candidate->path};
    }
}

bool tunings_prepare(struct tunings *tunings, const struct plan *plan, const char *option)
{
    const bool off = option && strcmp(option, "off") == 0;
    json_t *list = option && !off ? list_in(option) : NULL;
    bool good = !option || off || list;

    if (!good)
        text_say("--tuning: %s has no tuning; name a results file, or `off`", option);
    *tunings = (struct tunings){0};
    add_placements(tunings, plan);
    for (int i = 0; i < tunings->count && good; i++) {
        struct tuned *tuned = &tunings->all[i];

        if (off || tuned->placement->oversubscribed)
            tuned->source = "fixed";
        else if (list)
            good = take_from_file(tuned, list, option);
    }
    json_decref(list);
    return good;
}

static void try(struct tuned *tuned, const struct machine *machine, struct supervisor *supervisor)
{
    struct trials trials = {.supervisor = supervisor,
                            .group = tuned->group,
                            .path = tuned->path,
                            .core_cache = machine_core_cache(machine)};
    const bool steady = trials_take(&trials);

    tuned->values = trials.best;
    tuned->ratios = trials.ratios;
    tuned->source = "trial";
    if (steady) {
        json_t *entry = tuning_json(&tuned->values);

        json_object_set(entry, "ratios", tuned->ratios);
        kept_write(machine, tuned->placement, entry);
        json_decref(entry);
    }
}

void tuned_find(struct tuned *tuned, const struct machine *machine, struct supervisor *supervisor)
{
    json_t *kept = tuned->source ? NULL : kept_read(machine, tuned->placement);

    if (!tuned->source && !take(tuned, kept, "kept"))
        try(tuned, machine, supervisor);
    json_decref(kept);
}

void tunings_find(struct tunings *tunings, const struct machine *machine,
                  struct supervisor *supervisor)
{
    for (int i = 0; i < tunings->count; i++)
        tuned_find(&tunings->all[i], machine, supervisor);
}

struct tuning tunings_of(const struct tunings *tunings, const struct placement *placement)
{
    const struct tuned *tuned = find(tunings, placement);

    return tuned ? tuned->values : (struct tuning){0};
}

json_t *tunings_json(const struct tunings *tunings)
{
    json_t *list = json_array();

    for (int i = 0; i < tunings->count; i++) {
        const struct tuned *tuned = &tunings->all[i];
        const struct tuning values = tuning_or_fixed(&tuned->values);
        json_t *entry = tuning_json(&values), *pus = json_array();

        for (int rank = 0; rank < tuned->placement->ranks; rank++)
            json_array_append_new(pus, json_integer(tuned->placement->pus[rank]));
        json_object_set_new(entry, "placement", json_string(tuned->placement->name));
        json_object_set_new(entry, "pus", pus);
        json_object_set_new(entry, "source", json_string(tuned->source));
        json_object_set(entry, "ratios", tuned->ratios); /* not where it is NULL */
        json_array_append_new(list, entry);
    }
    return list;
}

void tunings_free(struct tunings *tunings)
{
    for (int i = 0; i < tunings->count; i++)
        json_decref(tunings->all[i].ratios);
    free(tunings->all);
    *tunings = (struct tunings){0};
}
