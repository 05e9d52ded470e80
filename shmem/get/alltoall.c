/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1, 2, ... from rank - j. The printed B(n*i)
 * needs an array that starts at 0, and A needs n*p elements, not n as in the harness. The thesis on
 * the same test reads all blocks into one place. In allgather each rank gets one block from every
 * rank. */
#include "shmem/symmetric_flags.h"

/* The block for rank r is at `stride` * r in the send buffer. */
static void exchange(struct job *job, bool rotated, size_t stride)
{
    const long step = flags_step(job);
    const char *block =
        job->send + (size_t)job->rank * stride; /* for this rank, in every rank's buffer */

    notify_all(job, READY, step);
    for (int j = 0; j < job->ranks; j++) {
        const int from = rotated ? rank_before(job, j) : j;
        char *place = job->recv + (size_t)from * job->bytes;

        if (from == job->rank) {
            memcpy(place, block, job->bytes);
            continue;
        }
        await(job, READY, step, from); /* its blocks are in its send buffer */
        shmem_getmem(place, block, job->bytes, from);
        notify(job, DONE, step, from);
    }
    await_all(job, DONE, step); /* all this rank's blocks have been read */
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

IMPLEMENTATION(shmem, get, alltoall, FLAGS, .run = run_rotated, .copies = "1", .waits = "2(P-1)",
               .summary = "from one partner after the other, in rotated order (shmem_getmem)");
IMPLEMENTATION(
    shmem, get, alltoall_unrotated, FLAGS, .run = run_unrotated, .copies = "1", .waits = "2(P-1)",
    .summary = "from one partner after the other, all starting with rank 0 (shmem_getmem)");
IMPLEMENTATION(shmem, get, allgather, FLAGS, .run = run_gather, .copies = "1", .waits = "2(P-1)",
               .summary = "every rank gets one rank's slice after the other's (shmem_getmem)");
