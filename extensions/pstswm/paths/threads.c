/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives over shared memory, without a protocol: each rank copies its data itself. The sum is
 * shm_threads/direct/allreduce.c. */
#include "comops/ranks/contract/state.h"
#include "extensions/pstswm/parallel/group.h"
#include "shm_threads/flag.h"

#include <stdalign.h>

struct direct {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t ready; /* `out` and what it describes */
    struct blocks out;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t done; /* this rank has read */
    uint64_t step;
};

static bool direct_open(struct job *group)
{
    return state_allocate(group, sizeof(struct direct));
}

static struct direct *direct_of(const struct job *group, int rank)
{
    return group->peers[rank]->state;
}

static void direct_alltoallv(struct job *group, struct blocks out, struct blocks in)
{
    struct direct *own = group->state;
    const uint64_t step = ++own->step;

    own->out = out;
    flag_set(&own->ready, step);
    for (int distance = 0; distance < group->ranks; distance++) {
        const int from = rank_before(group, distance);
        struct direct *other = direct_of(group, from);

        flag_wait(&other->ready, step);
        memcpy(in.data + in.begin[from], other->out.data + other->out.begin[group->rank],
               in.begin[from + 1] - in.begin[from]);
    }
    flag_set(&own->done, step);
    for (int rank = 0; rank < group->ranks; rank++)
        flag_wait(&direct_of(group, rank)->done, step); /* `out` may be rewritten */
}

const struct collectives path_collectives = {
    .name = "direct", .open = direct_open, .close = state_free, .alltoallv = direct_alltoallv};
