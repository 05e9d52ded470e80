/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

static void domains_assign(const struct request *request, const struct domains *domains,
                           struct placement *placement)
{
    int assigned = round_robin_assign(request, domains, 1, placement);

    if (assigned < request->ranks)
        placement_refuse(placement,
                         text_format("only %d ranks fit on distinct cores with neighbours in "
                                     "different %s",
                                     assigned, domains->noun));
}

static void crossbar_decide(const struct request *request, struct placement *placement)
{
    struct domains domains = domains_find(request->cores, request->core_count);

    if (!domains.count)
        placement_refuse(placement, text_format("this machine has one NUMA node and one package "
                                                "with usable cores, so no exchange can cross a "
                                                "link"));
    else if (request->ranks < 2)
        placement_refuse(placement, text_format("one rank has no neighbour to exchange with"));
    else
        domains_assign(request, &domains, placement);
    domains_free(&domains);
}

const struct policy policy_crossbar = {
    .name = "crossbar",
    .meaning = "neighbouring ranks on different NUMA nodes, or packages if there is one node, "
               "so that every neighbour exchange crosses the link",
    .by_default = true,
    .decide = crossbar_decide,
};
