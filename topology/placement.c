/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/placement.h"

#include "topology/policies/policy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct policy *const policies[] = {
    &policy_bus,
    &policy_crossbar,
};

enum { POLICIES = sizeof(policies) / sizeof(policies[0]) };

const char *const *placement_names(void)
{
    static const char *names[POLICIES + 1];

    for (int i = 0; i < POLICIES; i++)
        names[i] = policies[i]->name;
    return names;
}

static const struct policy *policy_find(const char *name)
{
    for (int i = 0; i < POLICIES; i++)
        if (!strcmp(policies[i]->name, name))
            return policies[i];
    return NULL;
}

const char *placement_meaning(const char *name)
{
    const struct policy *policy = policy_find(name);

    return policy ? policy->meaning : NULL;
}

void placement_refuse(struct placement *placement, char *why)
{
    free(placement->refused);
    placement->refused = why;
}

struct seats seats_make(const struct core *const *cores, int count)
{
    struct seats seats = {0};
    int total = 0;

    for (int i = 0; i < count; i++)
        total += cores[i]->pu_count;
    seats.pus = memory_zeroed((size_t)total, sizeof(*seats.pus));
    for (int sibling = 0; seats.count < total; sibling++)
        for (int i = 0; i < count; i++)
            if (sibling < cores[i]->pu_count)
                seats.pus[seats.count++] = cores[i]->pus[sibling];
    return seats;
}

static int speed_top(const struct machine *machine)
{
    int top = machine->cores[0].speed;

    for (int i = 1; i < machine->core_count; i++)
        if (machine->cores[i].speed > top)
            top = machine->cores[i].speed;
    return top;
}

static void placement_try(const struct policy *policy, const struct machine *machine,
                          int least_speed, struct placement *placement)
{
    const struct core **cores = memory_zeroed((size_t)machine->core_count, sizeof(*cores));
    struct request request = {.machine = machine, .cores = cores, .ranks = placement->ranks,
                              .oversubscribed = placement->oversubscribed};

    placement_refuse(placement, NULL);
    for (int i = 0; i < machine->core_count; i++)
        if (machine->cores[i].speed >= least_speed)
            cores[request.core_count++] = &machine->cores[i];
    if (request.core_count >= placement->ranks || placement->oversubscribed)
        policy->decide(&request, placement);
    else
        placement_refuse(placement, text_format("too few cores of one kind"));
    free(cores);
}

/* Ranks on cores of unequal speed would measure the slowest of them, so efficiency cores are
 * used only where the performance cores do not suffice. */
static void placement_decide(const struct policy *policy, const struct machine *machine,
                             struct placement *placement)
{
    int speed = placement->oversubscribed ? 0 : speed_top(machine);

    placement_try(policy, machine, speed, placement);
    if (placement->refused && speed > 0)
        placement_try(policy, machine, 0, placement);
}

/* Asks the policy first: a reason that nothing can cure comes before one that a flag cures. */
struct placement *placement_plan(const struct machine *machine, const char *name, int ranks,
                                 bool oversubscribe)
{
    const struct policy *policy = policy_find(name);
    struct placement *placement = memory_zeroed(1, sizeof(*placement));

    assert(policy && ranks > 0);
    placement->name = policy->name;
    placement->ranks = ranks;
    placement->pus = memory_zeroed((size_t)ranks, sizeof(*placement->pus));
    placement->oversubscribed = ranks > machine->core_count;
    placement_decide(policy, machine, placement);
    if (!placement->refused && placement->oversubscribed && !oversubscribe)
        placement_refuse(placement,
                         text_format("%d ranks on %d core%s; --oversubscribe forces it", ranks,
                                     machine->core_count, machine->core_count == 1 ? "" : "s"));
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
    free(placement->pus);
    free(placement->where);
    free(placement->refused);
    free(placement);
}

json_t *placement_json(const struct placement *placement)
{
    json_t *entry = json_object();
    json_t *pus = json_array();

    for (int rank = 0; placement->pus && rank < placement->ranks; rank++)
        json_array_append_new(pus, json_integer(placement->pus[rank]));
    json_object_set_new(entry, "name", json_string(placement->name));
    json_object_set_new(entry, "ranks", json_integer(placement->ranks));
    json_object_set_new(entry, "pus", pus);
    json_object_set_new(entry, "where",
                        placement->where ? json_string(placement->where) : json_null());
    json_object_set_new(entry, "refused",
                        placement->refused ? json_string(placement->refused) : json_null());
    json_object_set_new(entry, "oversubscribed", json_boolean(placement->oversubscribed));
    return entry;
}
