/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, in the style of Luo 1996. */
#include "comops/ranks/contract/buffer_bytes.h"

static void put_all(struct job *job)
{
    const size_t bytes = job->bytes * (size_t)job->ranks;

    memcpy(job->temporary + (size_t)job->rank * bytes, job->send, bytes);
}

static void take(struct job *job, int from)
{
    const size_t sender = (size_t)from, place = sender * (size_t)job->ranks + (size_t)job->rank;

    memcpy(job->recv + sender * job->bytes, job->temporary + place * job->bytes, job->bytes);
}

static void run_rotated(struct job *job)
{
    put_all(job);
#pragma omp barrier /* the blocks of all senders are in the temporary */
    for (int j = 0; j < job->ranks; j++)
        take(job, rank_before(job, j)); /* all from different ranks */
#pragma omp barrier                     /* all ranks have read: the next run may write */
}

static void run_unrotated(struct job *job)
{
    put_all(job);
#pragma omp barrier /* the blocks of all senders are in the temporary */
    for (int from = 0; from < job->ranks; from++)
        take(job, from); /* all from the same rank */
#pragma omp barrier      /* all ranks have read: the next run may write */
}

IMPLEMENTATION(threads, barrier, alltoall, .run = run_rotated,
               .temporary_bytes = buffer_bytes_blocks, .copies = "2", .crossings = "P",
               .lines = "P-1", .waits = "2",
               .summary = "each rank copies all its blocks to a shared temporary, barrier, copies "
                          "out the ones for it, barrier");
IMPLEMENTATION(threads, barrier, alltoall_unrotated, .run = run_unrotated,
               .temporary_bytes = buffer_bytes_blocks, .copies = "2", .crossings = "P",
               .lines = "P-1", .waits = "2",
               .summary = "each rank copies all its blocks to a shared temporary, barrier, copies "
                          "out the ones for it, rank 0's first, barrier");
