/* SPDX-License-Identifier: BSD-3-Clause */
/* Named after the Convex Exemplar's hypernode, where two processors shared an agent, their link to
 * the crossbar. */
#include "topology/policies/policy.h"

enum { PAIR = 2 };

static void pairs_assign(const struct request *request, const struct domains *domains,
                         struct placement *placement)
{
    int assigned = round_robin_assign(request, domains, PAIR, placement);

    if (assigned < request->ranks)
        placement_refuse(placement, text_format("only %d ranks fit on distinct cores in pairs "
                                                "in different %s",
                                                assigned, domains->noun));
}

static void agent_decide(const struct request *request, struct placement *placement)
{
    struct domains domains = domains_find(request->cores, request->core_count);

    if (!domains.count)
        placement_refuse(placement,
                         text_format("this machine has one NUMA node and one package "
                                     "with usable cores, so pairs cannot be in different ones"));
    else if (request->ranks <= PAIR)
        placement_refuse(
            placement,
            text_format(
                "it needs more than two ranks: one pair has no other pair to be separated from"));
    else
        pairs_assign(request, &domains, placement);
    domains_free(&domains);
}

const struct policy policy_agent = {
    .name = "agent",
    .meaning = "ranks 0 and 1, 2 and 3 and so on share a NUMA node, or package if there is one "
               "node, and the next pair is in another",
    .decide = agent_decide,
};
