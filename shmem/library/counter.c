/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <shmem.h>

static bool setup(struct job *job)
{
    job->state = shmem_align(CACHE_LINE_PAIR, CACHE_LINE_PAIR); /* rank 0's counts */
    if (!job->state)
        return false;
    memset(job->state, 0, sizeof(long));
    shmem_barrier_all(); /* it is zero before the first addition */
    return true;
}

static void teardown(struct job *job)
{
    shmem_free(job->state);
}

static void run(struct job *job)
{
    *(long *)job->recv = shmem_long_atomic_fetch_add(job->state, 1, ROOT);
}

static void complete(struct job *job)
{
    long *values = (long *)job->recv;

    if (job->rank != ROOT)
        shmem_long_p(&values[job->rank], values[0], ROOT);
    shmem_barrier_all(); /* all values have arrived */
    if (job->rank == ROOT)
        values[job->ranks] = shmem_long_atomic_swap(job->state, 0, ROOT);
    shmem_barrier_all(); /* the counter is 0 */
}

IMPLEMENTATION(shmem, library, counter, .run = run, .setup = setup, .teardown = teardown,
               .complete = complete, .summary = "shmem_long_atomic_fetch_add");
