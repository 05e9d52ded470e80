/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, but by put; the paper gets. In allgather each rank
 * puts the same block to all. */
#include "shmem/symmetric_flags.h"

/* The block for rank r is at `stride` * r in the send buffer. */
static void exchange(struct job *job, bool rotated, size_t stride)
{
    const long step = flags_step(job);
    char *place =
        job->recv + (size_t)job->rank * job->bytes; /* this rank's, in every rank's buffer */

    notify_all(job, READY, step);
    for (int j = 0; j < job->ranks; j++) {
        const int to = rotated ? rank_after(job, j) : j;
        const char *block = job->send + (size_t)to * stride;

        if (to == job->rank) {
            memcpy(place, block, job->bytes);
            continue;
        }
        await(job, READY, step, to); /* its receive buffer is free */
        shmem_putmem(place, block, job->bytes, to);
        notify(job, DONE, step, to);
    }
    await_all(job, DONE, step); /* the blocks of all ranks have arrived */
}

static void run_rotated(struct job *job)
{
    exchange(job, true, job->bytes);
}

static void run_unrotated(struct job *job)
{
    exchange(job, false, job->bytes);
}

static void run_gather(struct job *job)
{
    exchange(job, true, 0);
}

IMPLEMENTATION(shmem, put, alltoall, FLAGS, .run = run_rotated, .copies = "1", .waits = "2(P-1)",
               .summary = "to one partner after the other, in rotated order (shmem_putmem)");
IMPLEMENTATION(
    shmem, put, alltoall_unrotated, FLAGS, .run = run_unrotated, .copies = "1", .waits = "2(P-1)",
    .summary = "to one partner after the other, all starting with rank 0 (shmem_putmem)");
IMPLEMENTATION(shmem, put, allgather, FLAGS, .run = run_gather, .copies = "1", .waits = "2(P-1)",
               .summary = "every rank puts its slice to one rank after the other (shmem_putmem)");
