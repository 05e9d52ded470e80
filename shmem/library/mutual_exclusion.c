/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <shmem.h>
#include <stdalign.h>

/* job->state, symmetric. */
struct section {
    alignas(CACHE_LINE_PAIR) long lock;
    alignas(CACHE_LINE_PAIR) char data[]; /* rank 0's is the shared vector, others' a copy */
};

static bool setup(struct job *job)
{
    job->state = shmem_align(CACHE_LINE_PAIR, sizeof(struct section) + job->bytes);
    if (!job->state)
        return false;
    memset(job->state, 0, sizeof(struct section) + job->bytes);
    shmem_barrier_all(); /* the lock is free before the first rank takes it */
    return true;
}

static void teardown(struct job *job)
{
    shmem_free(job->state);
}

static void run(struct job *job)
{
    struct section *section = job->state;

    shmem_set_lock(&section->lock);
    if (job->rank != ROOT)
        shmem_getmem(section->data, section->data, job->bytes, ROOT);
    reduce_local(SUM_INT64, section->data, section->data, job->send, job->bytes);
    if (job->rank != ROOT)
        shmem_putmem(section->data, section->data, job->bytes, ROOT);
    shmem_clear_lock(&section->lock); /* what has been put is complete */
}

static void complete(struct job *job)
{
    struct section *section = job->state;

    shmem_barrier_all(); /* all have added theirs */
    if (job->rank == ROOT) {
        memcpy(job->recv, section->data, job->bytes);
        memset(section->data, 0, job->bytes);
    }
    shmem_barrier_all(); /* the vector is 0 */
}

IMPLEMENTATION(shmem, library, mutual_exclusion, .run = run, .setup = setup, .teardown = teardown,
               .complete = complete,
               .summary = "shmem_set_lock, shmem_getmem, shmem_putmem, shmem_clear_lock");
