/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbours, or neighbouring pairs, in different domains. An agent linked two processors of the
 * Convex Exemplar's hypernode to its crossbar. */
#include "topology/policies/policy.h"

/* How many neighbouring ranks stay together, and what a refusal says. */
struct grouping {
    int ranks;
    const char *one_domain, *too_few, *form;
};

static void groups_decide(const struct request *request, const struct grouping *grouping,
                          struct placement *placement)
{
    struct domains domains = domains_find(request->cores, request->core_count);
    int assigned;

    if (!domains.count) {
        placement_refuse(placement,
                         "this machine has one NUMA node and one package with usable cores, so %s",
                         grouping->one_domain);
    } else if (request->ranks <= grouping->ranks) {
        placement_refuse(placement, "%s", grouping->too_few);
    } else {
        assigned = round_robin_assign(request, &domains, grouping->ranks, placement);
        if (assigned < request->ranks)
            placement_refuse(placement, "only %d ranks fit on distinct cores %s in different %s",
                             assigned, grouping->form, domains.noun);
    }
    domains_free(&domains);
}

static void crossbar_decide(const struct request *request, struct placement *placement)
{
    static const struct grouping single = {1, "no exchange can cross a link",
                                           "one rank has no neighbour to exchange with",
                                           "with neighbours"};

    groups_decide(request, &single, placement);
}

static void agent_decide(const struct request *request, struct placement *placement)
{
    static const struct grouping pairs = {
        2, "pairs cannot be in different ones",
        "it needs more than two ranks: one pair has no other pair to be separated from",
        "in pairs"};

    groups_decide(request, &pairs, placement);
}

const struct policy policy_crossbar = {
    .name = "crossbar",
    .meaning = "neighbouring ranks on different NUMA nodes, as far from each other as "
               "possible, or on different packages if there is one node",
    .by_default = true,
    .decide = crossbar_decide,
};

const struct policy policy_agent = {
    .name = "agent",
    .meaning = "ranks 0 and 1, 2 and 3 and so on share a NUMA node, or package if there is one "
               "node, and the next pair is in another",
    .decide = agent_decide,
};
