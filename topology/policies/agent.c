/* SPDX-License-Identifier: BSD-3-Clause */
/* Named after the Convex Exemplar's hypernode, where two processors shared an agent that led to the
 * crossbar. */
#include "topology/policies/policy.h"

enum { PAIR = 2 };

static void pairs_seat(const struct request *request, const struct domains *domains,
                       struct placement *placement)
{
    int seated = round_seat(request, domains, PAIR, placement);

    if (seated < request->ranks)
        placement_refuse(placement,
                         text_format("only %d ranks can sit on distinct cores in pairs that lie "
                                     "in different %s",
                                     seated, domains->noun));
}

static void agent_decide(const struct request *request, struct placement *placement)
{
    struct domains domains = domains_find(request->cores, request->core_count);

    if (!domains.count)
        placement_refuse(placement, text_format("this machine has one NUMA node and one package "
                                                "with usable cores, so no pairs can lie across"));
    else if (request->ranks <= PAIR)
        placement_refuse(placement,
                         text_format("it takes more than two ranks: there is one pair at most, and "
                                     "nothing for it to lie across from"));
    else
        pairs_seat(request, &domains, placement);
    domains_free(&domains);
}

const struct policy policy_agent = {
    .name = "agent",
    .meaning = "ranks 0 and 1, 2 and 3 and so on share a NUMA node, or package where there is one "
               "node, and the next pair sits in another",
    .decide = agent_decide,
};
