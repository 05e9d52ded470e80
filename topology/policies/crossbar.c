/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>
#include <string.h>

/* Who sits in which domain: a round of a game where the next rank takes the fullest domain that
 * is not the last rank's. Taking the fullest keeps the seats even, so that it ends early only
 * where nothing else could go on either. */
struct round {
    struct domains domains;
    int *left;       /* seats left in each domain */
    int *sequence;   /* domain of each rank */
    int favourite;   /* wins ties; NOBODY: the next domain in order wins */
    bool unlimited;  /* oversubscribed: an empty domain still takes ranks */
};

enum { NOBODY = -1 };

static int domain_next(const struct round *round, int last, int avoided)
{
    int best = NOBODY;

    for (int step = 1; step <= round->domains.count; step++) {
        int next = (last + step) % round->domains.count;
        if (next == last || next == avoided || (round->left[next] <= 0 && !round->unlimited))
            continue;
        if (best == NOBODY || round->left[next] > round->left[best] ||
            (round->left[next] == round->left[best] && next == round->favourite))
            best = next;
    }
    return best;
}

/* Returns how many ranks found a seat. The last rank keeps away from the first one's domain too
 * where it can, because a shift sends from the last to the first. */
static int round_play(struct round *round, int ranks)
{
    int last = NOBODY;

    for (int rank = 0; rank < ranks; rank++) {
        bool closes = rank == ranks - 1 && rank > 0;
        int next = domain_next(round, last, closes ? round->sequence[0] : NOBODY);
        if (next == NOBODY)
            next = domain_next(round, last, NOBODY);
        if (next == NOBODY)
            return rank;
        round->sequence[rank] = last = next;
        round->left[next]--;
    }
    return ranks;
}

static void seats_refill(struct round *round, const struct request *request)
{
    int rounds = (request->ranks + request->core_count - 1) / request->core_count;

    for (int i = 0; i < round->domains.count; i++)
        round->left[i] = round->domains.list[i].core_count * rounds;
}

/* Plays once as described; if that ends where it began, tries to use up the first rank's domain
 * earlier, and keeps that only if the ring closes then. */
static int sequence_find(struct round *round, const struct request *request)
{
    size_t bytes = (size_t)request->ranks * sizeof(*round->sequence);
    int *plain = memory_zeroed(1, bytes);
    int last = request->ranks - 1, seated;

    round->favourite = NOBODY;
    seats_refill(round, request);
    seated = round_play(round, request->ranks);
    if (seated == request->ranks && round->sequence[last] == round->sequence[0]) {
        memcpy(plain, round->sequence, bytes);
        round->favourite = plain[0];
        seats_refill(round, request);
        if (round_play(round, request->ranks) < request->ranks ||
            round->sequence[last] == round->sequence[0])
            memcpy(round->sequence, plain, bytes);
    }
    free(plain);
    return seated;
}

/* "NUMA nodes 0-3, cores 0,8,16,24". */
static char *where_text(const struct round *round, int ranks, const struct core *const *cores,
                        int count)
{
    hwloc_bitmap_t used = hwloc_bitmap_alloc();
    char *domains, *seats, *text;

    for (int rank = 0; rank < ranks; rank++)
        hwloc_bitmap_set(used, round->domains.list[round->sequence[rank]].object->logical_index);
    domains = indexes_text(round->domains.noun, round->domains.noun, used);
    seats = cores_text(cores, count);
    text = text_format("%s, %s", domains, seats);
    hwloc_bitmap_free(used);
    free(domains);
    free(seats);
    return text;
}

static void sequence_seat(const struct request *request, const struct round *round,
                          struct placement *placement)
{
    const struct core **cores = memory_zeroed((size_t)request->core_count, sizeof(*cores));
    int core_count = 0;

    for (int d = 0; d < round->domains.count; d++) {
        const struct domain *domain = &round->domains.list[d];
        struct seats seats = seats_make(domain->cores, domain->core_count);
        int taken = 0;
        for (int rank = 0; rank < request->ranks; rank++) {
            if (round->sequence[rank] != d)
                continue;
            if (taken < domain->core_count)
                cores[core_count++] = domain->cores[taken];
            placement->pus[rank] = seats.pus[taken++ % seats.count];
        }
        free(seats.pus);
    }
    placement->where = where_text(round, request->ranks, cores, core_count);
    free(cores);
}

static void domains_seat(const struct request *request, struct domains domains,
                         struct placement *placement)
{
    struct round round = {.domains = domains, .unlimited = request->oversubscribed};
    int seated;

    round.left = memory_zeroed((size_t)domains.count, sizeof(*round.left));
    round.sequence = memory_zeroed((size_t)request->ranks, sizeof(*round.sequence));
    seated = sequence_find(&round, request);
    if (seated == request->ranks)
        sequence_seat(request, &round, placement);
    else
        placement_refuse(placement,
                         text_format("only %d ranks can sit on distinct cores with neighbours in "
                                     "different %s", seated, domains.noun));
    free(round.left);
    free(round.sequence);
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
        domains_seat(request, domains, placement);
    domains_free(&domains);
}

const struct policy policy_crossbar = {
    .name = "crossbar",
    .meaning = "neighbours in rank on different NUMA nodes, or packages where there is one node, "
               "so that every neighbour exchange crosses the link",
    .decide = crossbar_decide,
};
