/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

static void core_decide(const struct request *request, struct placement *placement)
{
    if (request->ranks > request->core_count && !request->oversubscribed)
        placement_refuse(placement, "only %d cores", request->core_count);
    else
        slots_assign_cores(request, placement, NULL, request->cores, request->core_count);
}

const struct policy policy_core = {
    .name = "core",
    .meaning = "distinct cores, packed in hwloc's logical order, regardless of what they share",
    .decide = core_decide,
};
