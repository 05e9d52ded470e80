/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/placement.h"

#include "topology/policies/policy.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void placement_refuse(struct placement *placement, const char *format, ...)
{
    va_list arguments;

    free(placement->refused);
    va_start(arguments, format);
    placement->refused = text_format_list(format, arguments);
    va_end(arguments);
}

/* The next lower speed; INT_MIN if there is none. */
static int speed_below(const struct machine *machine, int above)
{
    int best = INT_MIN;

    for (int i = 0; i < machine->core_count; i++)
        if (machine->cores[i].speed < above && machine->cores[i].speed > best)
            best = machine->cores[i].speed;
    return best;
}

/* Lets the policy choose among the cores of one speed, or all cores for INT_MIN. */
static bool policy_ask(const struct policy *policy, struct request request, int speed,
                       struct placement *placement)
{
    const struct machine *machine = request.machine;
    const struct core **cores = memory_zeroed((size_t)machine->core_count, sizeof(*cores));

    free(placement->refused);
    placement->refused = NULL;
    request.cores = cores;
    for (int i = 0; i < machine->core_count; i++)
        if (speed == INT_MIN || machine->cores[i].speed == speed)
            cores[request.core_count++] = &machine->cores[i];
    policy->decide(&request, placement);
    free(cores);
    return !placement->refused;
}

/* Ranks on cores of unequal speed would measure the slowest, so kinds of cores are mixed only if no
 * single kind suffices, and cores are shared only if all of them do not suffice. Returns why they
 * do not, or NULL; the caller frees. */
static char *placement_decide(const struct policy *policy, struct request request,
                              struct placement *placement)
{
    const struct machine *machine = request.machine;
    int speed = speed_below(machine, INT_MAX);
    char *reason;

    if (speed_below(machine, speed) != INT_MIN)
        for (; speed != INT_MIN; speed = speed_below(machine, speed))
            if (policy_ask(policy, request, speed, placement))
                return NULL;
    if (policy_ask(policy, request, INT_MIN, placement))
        return NULL;
    if (!policy->siblings && request.ranks <= machine->core_count)
        return NULL;
    reason = placement->refused;
    placement->refused = NULL;
    request.oversubscribed = true;
    policy_ask(policy, request, INT_MIN, placement);
    return reason;
}

/* Number of cores, or hardware threads, that the ranks use. Cores are identified by their first
 * hardware thread, because hwloc numbers cores separately at each depth, and virtual machines may
 * have cores at several depths. */
static int places_count(const struct machine *machine, const struct placement *placement,
                        bool threads)
{
    hwloc_bitmap_t used = hwloc_bitmap_alloc();
    int count;

    for (int rank = 0; rank < placement->ranks; rank++) {
        hwloc_obj_t pu =
            hwloc_get_pu_obj_by_os_index(machine->topology, (unsigned)placement->pus[rank]);
        const hwloc_obj_t place = threads ? pu : object_core(pu);

        hwloc_bitmap_set(used, (unsigned)hwloc_bitmap_first(place->cpuset));
    }
    count = hwloc_bitmap_weight(used);
    hwloc_bitmap_free(used);
    return count;
}

/* After the policy: a reason that nothing can change takes precedence over one that a flag changes.
 */
static void sharing_check(const struct policy *policy, const struct machine *machine,
                          struct placement *placement, bool allowed, const char *reason)
{
    int count = places_count(machine, placement, policy->siblings);

    placement->oversubscribed = placement->ranks > count;
    if (!placement->oversubscribed || allowed)
        return;
    if (policy->siblings)
        placement_refuse(placement, "%s; --oversubscribe forces it", reason);
    else
        placement_refuse(placement, "%d ranks on %d core%s; --oversubscribe forces it",
                         placement->ranks, count, count == 1 ? "" : "s");
}

static const char *kinds_text(const struct machine *machine, int least, int most)
{
    if (least != most)
        return "kinds of cores mixed";
    if (least == speed_below(machine, INT_MAX))
        return "performance cores only";
    return speed_below(machine, least) == INT_MIN ? "efficiency cores only"
                                                  : "cores of middle speed only";
}

/* If the machine has several kinds of cores, names those that the ranks use. */
static void kinds_mention(const struct machine *machine, struct placement *placement)
{
    int least = INT_MAX, most = INT_MIN, top = speed_below(machine, INT_MAX);

    if (speed_below(machine, top) == INT_MIN)
        return;
    for (int i = 0; i < machine->core_count; i++)
        for (int rank = 0; rank < placement->ranks; rank++)
            if (core_contains(&machine->cores[i], placement->pus[rank])) {
                least = machine->cores[i].speed < least ? machine->cores[i].speed : least;
                most = machine->cores[i].speed > most ? machine->cores[i].speed : most;
            }
    text_join(&placement->where, ", ", text_copy(kinds_text(machine, least, most)));
}

struct placement *placement_plan(const struct machine *machine, const char *name, int ranks,
                                 bool oversubscribe)
{
    struct placement *placement = memory_zeroed(1, sizeof(*placement));
    struct request request = {.machine = machine, .ranks = ranks};
    const struct policy *policy = request.policy = policy_find(name, &request.parameter);
    char why[512], *reason = NULL;

    assert(ranks > 0);
    placement->name = text_format("%s", name);
    placement->ranks = ranks;
    placement->pus = memory_zeroed((size_t)ranks, sizeof(*placement->pus));
    if (placement_is_name(name, why, sizeof(why)))
        reason = placement_decide(policy, request, placement);
    else
        placement_refuse(placement, "%s", why);
    if (!placement->refused)
        sharing_check(policy, machine, placement, oversubscribe, reason);
    free(reason);
    if (!placement->refused)
        kinds_mention(machine, placement);
    if (placement->refused) {
        free(placement->pus);
        free(placement->where);
        placement->pus = NULL;
        placement->where = NULL;
    }
    return placement;
}

void placement_free(struct placement *placement)
{
    if (!placement)
        return;
    free(placement->name);
    free(placement->pus);
    free(placement->where);
    free(placement->refused);
    free(placement);
}

void placement_add_json(const struct placement *placement, struct json *json)
{
    json_add_text(json, "name", placement->name);
    json_add_text(json, "meaning", placement_meaning(placement->name));
    json_add_integer(json, "ranks", placement->ranks);
    json_begin_array(json, "pus");
    for (int rank = 0; placement->pus && rank < placement->ranks; rank++)
        json_add_integer(json, NULL, placement->pus[rank]);
    json_end(json, ']');
    json_add_text(json, "where", placement->where);
    json_add_text(json, "refused", placement->refused);
    json_add_boolean(json, "oversubscribed", placement->oversubscribed);
}

/* ---- names, as docs/placement.md describes them ---- */

/* NULL-terminated. */
static const char **names_select(bool by_default)
{
    const char **names = NULL;
    size_t count = 0;

    for (const struct policy *const *one = policy_list; *one; one++)
        if (by_default ? (*one)->by_default : !(*one)->check) {
            names = memory_grow(names, count + 1, sizeof(*names));
            names[count++] = (*one)->name;
        }
    names[count] = NULL;
    return names;
}

const char *const *placement_names(void)
{
    static const char **names;

    return names = names ? names : names_select(true);
}

const char *const *placement_names_all(void)
{
    static const char **names;

    return names = names ? names : names_select(false);
}

const struct policy *policy_find(const char *name, const char **parameter)
{
    size_t length = strcspn(name, ":");

    for (const struct policy *const *one = policy_list; *one; one++)
        if (strlen((*one)->name) == length && !strncmp((*one)->name, name, length) &&
            !(*one)->check == !name[length]) {
            *parameter = name[length] ? name + length + 1 : NULL;
            return *one;
        }
    *parameter = name;
    return name[length] ? &policy_location : NULL;
}

const char *placement_meaning(const char *name)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);

    return policy ? policy->meaning : NULL;
}

/* For the name of a policy that takes a parameter, explains its form; otherwise lists all. */
static void unknown_explain(const char *name, char *why, size_t why_size)
{
    size_t used;

    for (const struct policy *const *one = policy_list; *one; one++)
        if ((*one)->form && !strcmp((*one)->name, name)) {
            snprintf(why, why_size, "placement `%s` is written %s", name, (*one)->form);
            return;
        }
    snprintf(why, why_size, "no placement `%s`; there are:", name);
    for (const struct policy *const *one = policy_list; *one; one++) {
        used = strlen(why);
        snprintf(why + used, why_size - used, " %s,", (*one)->form ? (*one)->form : (*one)->name);
    }
    used = strlen(why);
    snprintf(why + used, why_size - used, " %s", policy_location.form);
}

bool placement_is_name(const char *name, char *why, size_t why_size)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);
    char reason[256] = "";

    if (!policy)
        unknown_explain(name, why, why_size);
    else if (policy->check && !policy->check(parameter, reason, sizeof(reason)))
        snprintf(why, why_size, "placement `%s`: %s", name, reason);
    else
        return true;
    return false;
}

const char *placement_form(int number, const char **meaning)
{
    for (int i = 0; policy_list[i]; i++)
        if (i == number) {
            *meaning = policy_list[i]->meaning;
            return policy_list[i]->form ? policy_list[i]->form : policy_list[i]->name;
        }
    return NULL;
}
