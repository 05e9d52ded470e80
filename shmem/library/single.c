/* SPDX-License-Identifier: BSD-3-Clause */
/* Whoever first swaps its claim into rank 0's word executes the section; the others find whose
 * claim it is, and get the message after a barrier. The section copies into two places of
 * the symmetric memory in turn: whoever writes to one again has passed the barrier of the run
 * between, and all PEs have got the message before that. */
#include "comops/ranks/contract/single.h"

#include <shmem.h>
#include <stdalign.h>

/* job->state, symmetric. */
struct section {
    alignas(CACHE_LINE_PAIR) long first; /* claim of the last run: rank 0's counts */
    alignas(CACHE_LINE_PAIR) long known; /* the same, as this PE has found it */
    alignas(CACHE_LINE_PAIR) char data[];
};

static bool setup(struct job *job)
{
    job->state = shmem_align(CACHE_LINE_PAIR, sizeof(struct section) + 2 * single_place_bytes(job));
    if (!job->state)
        return false;
    memset(job->state, 0, sizeof(struct section));
    shmem_barrier_all(); /* nothing is claimed before the first run */
    return true;
}

static void teardown(struct job *job)
{
    shmem_free(job->state);
}

/* Returns the executor. A claim says in which run and whose it is. */
static int claim(const struct job *job)
{
    struct section *section = job->state;
    const long mine = (section->known / job->ranks + 1) * job->ranks + job->rank;
    const long found = shmem_long_atomic_compare_swap(&section->first, section->known, mine, ROOT);

    section->known = found == section->known ? mine : found;
    return (int)(section->known % job->ranks);
}

static void run(struct job *job)
{
    struct section *section = job->state;
    const int executor = claim(job);
    char *place =
        section->data + (size_t)(section->known / job->ranks % 2) * single_place_bytes(job);

    single_words(job)[job->rank] = job->rank == executor;
    if (job->rank == executor)
        memcpy(place, job->send, job->bytes);
    shmem_barrier_all(); /* the message is there */
    shmem_getmem(job->recv, place, job->bytes, executor);
}

static void complete(struct job *job)
{
    uint64_t *mine = &single_words(job)[job->rank];

    for (int distance = 1; distance < job->ranks; distance++)
        shmem_uint64_p(mine, *mine, rank_after(job, distance));
    shmem_barrier_all(); /* all words have arrived */
}

IMPLEMENTATION(shmem, library, single, .run = run, .setup = setup, .teardown = teardown,
               .complete = complete,
               .summary = "shmem_long_atomic_compare_swap, shmem_barrier_all, shmem_getmem");
