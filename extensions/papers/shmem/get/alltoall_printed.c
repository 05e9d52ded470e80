/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1 to p - 1 from rank - j; and the order
 * against which it warns, for j = 0 to p - 1 from j. */
#include "extensions/papers/shmem/shmem_all_done.h"

static void get_block(struct job *job, int from)
{
    shmem_getmem(job->recv + (size_t)from * job->bytes,
                 job->send + (size_t)job->rank * job->bytes, job->bytes, from);
}

static void run_rotated(struct job *job)
{
    for (int j = 1; j < job->ranks; j++)
        get_block(job, rank_before(job, j));
}

static void run_unrotated(struct job *job)
{
    for (int from = 0; from < job->ranks; from++)
        get_block(job, from);
}

IMPLEMENTATION(shmem, get, alltoall_printed, .run = run_rotated, .complete = all_done,
               .copies = "1", .waits = "0",
               .summary = "shmem_getmem from every other rank, the left one first");
IMPLEMENTATION(shmem, get, alltoall_unrotated_printed, .run = run_unrotated,
               .complete = all_done, .copies = "1", .waits = "0",
               .summary = "shmem_getmem from every rank, rank 0 first");
