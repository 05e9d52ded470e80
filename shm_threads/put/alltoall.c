/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, by put; the paper gets. Rotated, or in the order 0
 * to ranks - 1 on all ranks, against which the paper warns. */
#include "shm_threads/mailbox.h"

static void send(struct job *job, int to, uint64_t step)
{
    char *place = job->peers[to]->recv + (size_t)job->rank * job->bytes;

    if (to != job->rank)
        wait_ready(job, to, step);
    put(place, job->send + (size_t)to * job->bytes, job->bytes);
    if (to != job->rank) {
        fence(); /* the block arrives before the flag */
        notify_done(job, to, step);
    }
}

static void run_rotated(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    for (int j = 1; j <= job->ranks; j++)
        send(job, rank_after(job, j), step);
    wait_done_all(job, step);
}

static void run_unrotated(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    for (int to = 0; to < job->ranks; to++)
        send(job, to, step);
    wait_done_all(job, step);
}

IMPLEMENTATION(threads, put, alltoall, MAILBOX, .run = run_rotated, .copies = "1", .crossings = "0",
               .crossings_used = "P", .lines = "2(P-1)", .waits = "2(P-1)",
               .summary = "each rank puts each block into its receiver's buffer, fence, flag; "
                          "the next rank's first");
IMPLEMENTATION(threads, put, alltoall_unrotated, MAILBOX, .run = run_unrotated, .copies = "1",
               .crossings = "0", .crossings_used = "P", .lines = "2(P-1)", .waits = "2(P-1)",
               .summary = "each rank puts each block into its receiver's buffer, fence, flag; "
                          "rank 0's first");
