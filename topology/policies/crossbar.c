/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbours, or neighbouring pairs, in different domains. An agent linked two processors of the
 * Convex Exemplar's hypernode to its crossbar. */
#include "topology/policies/policy.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- assignment ------------------------------------------------------------------------------ */

/* Assigns groups of ranks to domains: each group takes the domain with the most free cores, other
 * than the previous group's; of equal ones, the farthest from it. That keeps the domains balanced,
 * so that it only fails if no other order could succeed. */
struct round_robin {
    const struct domains *domains;
    const struct distances *distances;
    int ranks, group;
    int group_count;
    int *left;      /* free slots in each domain */
    int *sequence;  /* domain of each group */
    int preferred;  /* wins ties; NO_DOMAIN: the farthest, then the next in order */
    bool unlimited; /* oversubscribed: a full domain still takes ranks */
};

enum { NO_DOMAIN = -1 };

static int group_size(const struct round_robin *round, int group)
{
    int rest = round->ranks - group * round->group;

    return rest < round->group ? rest : round->group;
}

/* True if this domain is farther than the other from the previous group's. */
static bool domain_farther(const struct round_robin *round, int last, int one, int other)
{
    const struct domain *list = round->domains->list;
    const struct core *from;

    if (last == NO_DOMAIN)
        return false;
    from = list[last].cores[0];
    return distance_farther(distance_between(round->distances, from, list[one].cores[0]),
                            distance_between(round->distances, from, list[other].cores[0]));
}

/* True if the next group prefers a domain to the best one so far. */
static bool domain_better(const struct round_robin *round, int last, int next, int best)
{
    if (round->left[next] != round->left[best])
        return round->left[next] > round->left[best];
    if (best == round->preferred || next == round->preferred)
        return next == round->preferred;
    return domain_farther(round, last, next, best);
}

static int domain_next(const struct round_robin *round, int size, int last, int avoided)
{
    int best = NO_DOMAIN;

    for (int step = 1; step <= round->domains->count; step++) {
        int next = (last + step) % round->domains->count;
        if (next == last || next == avoided || (round->left[next] < size && !round->unlimited))
            continue;
        if (best == NO_DOMAIN || domain_better(round, last, next, best))
            best = next;
    }
    return best;
}

/* Returns the number of groups that fit. The last group also avoids the first one's domain if
 * possible, because a shift sends from the last rank to the first. */
static int round_robin_run(struct round_robin *round)
{
    int last = NO_DOMAIN;

    for (int group = 0; group < round->group_count; group++) {
        bool closes = group == round->group_count - 1 && group > 0;
        int size = group_size(round, group);
        int next = domain_next(round, size, last, closes ? round->sequence[0] : NO_DOMAIN);
        if (next == NO_DOMAIN)
            next = domain_next(round, size, last, NO_DOMAIN);
        if (next == NO_DOMAIN)
            return group;
        round->sequence[group] = last = next;
        round->left[next] -= size;
    }
    return round->group_count;
}

static void slots_refill(struct round_robin *round, int core_count)
{
    int rounds = (round->ranks + core_count - 1) / core_count;

    for (int i = 0; i < round->domains->count; i++)
        round->left[i] = round->domains->list[i].core_count * rounds;
}

/* If the last group ends in the first one's domain, tries again, filling that domain earlier, and
 * keeps the result only if it helps. */
static int sequence_find(struct round_robin *round, int core_count)
{
    size_t bytes = (size_t)round->group_count * sizeof(*round->sequence);
    int *plain = memory_zeroed(1, bytes);
    int last = round->group_count - 1, assigned;

    round->preferred = NO_DOMAIN;
    slots_refill(round, core_count);
    assigned = round_robin_run(round);
    if (assigned == round->group_count && round->sequence[last] == round->sequence[0]) {
        memcpy(plain, round->sequence, bytes);
        round->preferred = plain[0];
        slots_refill(round, core_count);
        if (round_robin_run(round) < round->group_count ||
            round->sequence[last] == round->sequence[0])
            memcpy(round->sequence, plain, bytes);
    }
    free(plain);
    return assigned;
}

/* The package of a group's cores; NULL if hwloc knows of none. */
static hwloc_obj_t group_package(const struct round_robin *round, int group)
{
    return core_part(round->domains->list[round->sequence[group]].cores[0], HWLOC_OBJ_PACKAGE);
}

/* True if all groups are in one package: no exchange crosses a link between packages. */
static bool package_alone(const struct round_robin *round)
{
    hwloc_obj_t package = group_package(round, 0);

    for (int group = 1; group < round->group_count; group++)
        if (group_package(round, group) != package)
            return false;
    return package != NULL;
}

/* "NUMA nodes 0-3, cores 0,8,16,24"; "NUMA nodes 0-1 of one package, cores 0,4". */
static char *where_text(const struct round_robin *round, const struct core *const *cores, int count)
{
    hwloc_bitmap_t used = hwloc_bitmap_alloc();
    const char *crossed = package_alone(round) ? " of one package" : "";
    char *domains, *names, *text;

    for (int group = 0; group < round->group_count; group++)
        hwloc_bitmap_set(used, round->domains->list[round->sequence[group]].object->logical_index);
    domains = indexes_text(round->domains->noun, round->domains->noun, used);
    names = cores_text(cores, count);
    text = text_format("%s%s, %s", domains, crossed, names);
    hwloc_bitmap_free(used);
    free(domains);
    free(names);
    return text;
}

static void sequence_assign(const struct round_robin *round, int core_most,
                            struct placement *placement)
{
    const struct core **cores = memory_zeroed((size_t)core_most, sizeof(*cores));
    int core_count = 0;

    for (int d = 0; d < round->domains->count; d++) {
        const struct domain *domain = &round->domains->list[d];
        struct slots slots = slots_make(domain->cores, domain->core_count);
        int taken = 0;
        for (int rank = 0; rank < round->ranks; rank++) {
            if (round->sequence[rank / round->group] != d)
                continue;
            if (taken < domain->core_count)
                cores[core_count++] = domain->cores[taken];
            placement->pus[rank] = slots.pus[taken++ % slots.count];
        }
        free(slots.pus);
    }
    placement->where = where_text(round, cores, core_count);
    free(cores);
}

int round_robin_assign(const struct request *request, const struct domains *domains, int group,
                       struct placement *placement)
{
    struct distances distances = distances_open(request->machine);
    struct round_robin round = {.domains = domains,
                                .distances = &distances,
                                .ranks = request->ranks,
                                .group = group,
                                .group_count = (request->ranks + group - 1) / group,
                                .unlimited = request->oversubscribed};
    int assigned;

    round.left = memory_zeroed((size_t)domains->count, sizeof(*round.left));
    round.sequence = memory_zeroed((size_t)round.group_count, sizeof(*round.sequence));
    assigned = sequence_find(&round, request->core_count);
    if (assigned == round.group_count)
        sequence_assign(&round, request->core_count, placement);
    free(round.left);
    free(round.sequence);
    distances_free(&distances);
    return assigned == round.group_count ? request->ranks : assigned * group;
}
