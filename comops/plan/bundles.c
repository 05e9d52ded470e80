/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables that differ in placement alone. */
#include "comops/plan/plan.h"

#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

/* Whether the tables of two groups differ in nothing but placement. */
static bool is_of_bundle(const struct group *a, const struct group *b)
{
    return a->pattern == b->pattern && a->ranks == b->ranks && a->series == b->series &&
           a->reduction == b->reduction && a->buffers == b->buffers && a->pages == b->pages &&
           a->skew == b->skew && a->consume == b->consume &&
           strcmp(a->memory->name, b->memory->name) == 0;
}

bool plan_differ_in_placement(const struct group *a, const struct group *b)
{
    return a->bytes == b->bytes && is_of_bundle(a, b);
}

/* Moves the tables of the bundle that begins with group `first` behind the `count` groups that are
 * arranged already; what is moved has no candidates here any more. Returns how many are arranged.
 */
static size_t move_bundle(struct plan *plan, size_t first, struct group *arranged, size_t count)
{
    const struct group *before = count ? &arranged[count - 1] : NULL;
    int bundle = before ? before->bundle + 1 : 0, table = before ? before->table : -1, old = -1;

    for (size_t i = first; i < plan->count; i++) {
        struct group *group = &plan->groups[i];

        if (!group->count || !is_of_bundle(&plan->groups[first], group))
            continue;
        table += group->table != old;
        old = group->table;
        arranged[count] = *group;
        arranged[count].table = table;
        arranged[count++].bundle = bundle;
        group->count = 0;
    }
    return count;
}

void plan_bundle(struct plan *plan)
{
    struct group *arranged = memory_or_die(calloc(plan->count + 1, sizeof *arranged));
    size_t count = 0;

    for (size_t i = 0; i < plan->count; i++)
        if (plan->groups[i].count)
            count = move_bundle(plan, i, arranged, count);
    free(plan->groups);
    plan->groups = arranged;
}
