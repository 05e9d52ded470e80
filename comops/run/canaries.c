/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/canaries.h"

#include "comops/results/canary_record.h"

/* Whether a group before this one has the same placement. */
static bool taken_before(const struct group_state *groups, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (!groups[i].ended && groups[i].group->placement == groups[at].group->placement)
            return true;
    return false;
}

bool canaries_take(struct recorder *recorder, const struct group_state *groups, size_t count,
                   int launch)
{
    struct canary canary;

    for (size_t i = 0; i < count; i++) {
        const struct placement *placement = groups[i].group->placement;

        if (groups[i].ended || placement->oversubscribed || taken_before(groups, i) ||
            !canary_measure(placement->pus, placement->ranks, &canary))
            continue;
        if (!recorder_append(recorder, canary_record(placement, launch, &canary)))
            return false;
    }
    return true;
}
