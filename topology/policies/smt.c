/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>

/* Cores whose siblings are offline or forbidden are omitted: a rank alone on its core would not
 * measure SMT. */
static void smt_decide(const struct request *request, struct placement *placement)
{
    int *pus = memory_zeroed((size_t)request->machine->pu_count, sizeof(*pus));
    int count = 0;

    for (int i = 0; i < request->core_count; i++)
        for (int sibling = 0; sibling < request->cores[i]->pu_count; sibling++)
            if (request->cores[i]->pu_count > 1)
                pus[count++] = request->cores[i]->pus[sibling];
    if (!count)
        placement_refuse(
            placement,
            "no core of this machine has a second hardware thread that this process may use");
    else if (count < request->ranks && !request->oversubscribed)
        placement_refuse(placement, "only %d hardware threads have siblings", count);
    else
        slots_assign_pus(request, placement, pus, count);
    free(pus);
}

const struct policy policy_smt = {
    .name = "smt",
    .meaning = "siblings: the ranks fill the hardware threads of one core, then those of the next",
    .siblings = true,
    .decide = smt_decide,
};
