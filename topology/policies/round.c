/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>
#include <string.h>

/* Which group of ranks sits in which domain: a round of a game where the next group takes the
 * fullest domain that is not the last group's. Taking the fullest keeps the seats even, so that it
 * ends early only where nothing else could go on either. */
struct round {
    const struct domains *domains;
    int ranks, group;
    int group_count;
    int *left;      /* seats left in each domain */
    int *sequence;  /* domain of each group */
    int favourite;  /* wins ties; NOBODY: the next domain in order wins */
    bool unlimited; /* oversubscribed: an empty domain still takes ranks */
};

enum { NOBODY = -1 };

static int group_size(const struct round *round, int group)
{
    int rest = round->ranks - group * round->group;

    return rest < round->group ? rest : round->group;
}

static int domain_next(const struct round *round, int size, int last, int avoided)
{
    int best = NOBODY;

    for (int step = 1; step <= round->domains->count; step++) {
        int next = (last + step) % round->domains->count;
        if (next == last || next == avoided || (round->left[next] < size && !round->unlimited))
            continue;
        if (best == NOBODY || round->left[next] > round->left[best] ||
            (round->left[next] == round->left[best] && next == round->favourite))
            best = next;
    }
    return best;
}

/* Returns how many groups found seats. The last group keeps away from the first one's domain too
 * where it can, because a shift sends from the last to the first. */
static int round_play(struct round *round)
{
    int last = NOBODY;

    for (int group = 0; group < round->group_count; group++) {
        bool closes = group == round->group_count - 1 && group > 0;
        int size = group_size(round, group);
        int next = domain_next(round, size, last, closes ? round->sequence[0] : NOBODY);
        if (next == NOBODY)
            next = domain_next(round, size, last, NOBODY);
        if (next == NOBODY)
            return group;
        round->sequence[group] = last = next;
        round->left[next] -= size;
    }
    return round->group_count;
}

static void seats_refill(struct round *round, int core_count)
{
    int rounds = (round->ranks + core_count - 1) / core_count;

    for (int i = 0; i < round->domains->count; i++)
        round->left[i] = round->domains->list[i].core_count * rounds;
}

/* Plays once as described; if that ends where it began, tries to use up the first group's domain
 * earlier, and keeps that only if the ring closes then. */
static int sequence_find(struct round *round, int core_count)
{
    size_t bytes = (size_t)round->group_count * sizeof(*round->sequence);
    int *plain = memory_zeroed(1, bytes);
    int last = round->group_count - 1, seated;

    round->favourite = NOBODY;
    seats_refill(round, core_count);
    seated = round_play(round);
    if (seated == round->group_count && round->sequence[last] == round->sequence[0]) {
        memcpy(plain, round->sequence, bytes);
        round->favourite = plain[0];
        seats_refill(round, core_count);
        if (round_play(round) < round->group_count || round->sequence[last] == round->sequence[0])
            memcpy(round->sequence, plain, bytes);
    }
    free(plain);
    return seated;
}

/* "NUMA nodes 0-3, cores 0,8,16,24". */
static char *where_text(const struct round *round, const struct core *const *cores, int count)
{
    hwloc_bitmap_t used = hwloc_bitmap_alloc();
    char *domains, *seats, *text;

    for (int group = 0; group < round->group_count; group++)
        hwloc_bitmap_set(used, round->domains->list[round->sequence[group]].object->logical_index);
    domains = indexes_text(round->domains->noun, round->domains->noun, used);
    seats = cores_text(cores, count);
    text = text_format("%s, %s", domains, seats);
    hwloc_bitmap_free(used);
    free(domains);
    free(seats);
    return text;
}

static void sequence_seat(const struct round *round, int core_most, struct placement *placement)
{
    const struct core **cores = memory_zeroed((size_t)core_most, sizeof(*cores));
    int core_count = 0;

    for (int d = 0; d < round->domains->count; d++) {
        const struct domain *domain = &round->domains->list[d];
        struct seats seats = seats_make(domain->cores, domain->core_count);
        int taken = 0;
        for (int rank = 0; rank < round->ranks; rank++) {
            if (round->sequence[rank / round->group] != d)
                continue;
            if (taken < domain->core_count)
                cores[core_count++] = domain->cores[taken];
            placement->pus[rank] = seats.pus[taken++ % seats.count];
        }
        free(seats.pus);
    }
    placement->where = where_text(round, cores, core_count);
    free(cores);
}

int round_seat(const struct request *request, const struct domains *domains, int group,
               struct placement *placement)
{
    struct round round = {.domains = domains,
                          .ranks = request->ranks,
                          .group = group,
                          .group_count = (request->ranks + group - 1) / group,
                          .unlimited = request->oversubscribed};
    int seated;

    round.left = memory_zeroed((size_t)domains->count, sizeof(*round.left));
    round.sequence = memory_zeroed((size_t)round.group_count, sizeof(*round.sequence));
    seated = sequence_find(&round, request->core_count);
    if (seated == round.group_count)
        sequence_seat(&round, request->core_count, placement);
    free(round.left);
    free(round.sequence);
    return seated == round.group_count ? request->ranks : seated * group;
}
