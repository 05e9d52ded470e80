/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: rotated, or in the order 0 to ranks - 1 on all
 * ranks, against which the paper warns. The printed index of rank 0's block lies before the array's
 * first element. */
#include "shm_threads/mailbox.h"

static void receive(struct job *job, int from, uint64_t step)
{
    const char *block = job->peers[from]->send + (size_t)job->rank * job->bytes;

    if (from != job->rank)
        wait_ready(job, from, step);
    get(job->recv + (size_t)from * job->bytes, block, job->bytes);
    if (from != job->rank) {
        fence(); /* the block has been read before the flag is set */
        notify_done(job, from, step);
    }
}

static void run_rotated(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    for (int j = 1; j <= job->ranks; j++)
        receive(job, rank_before(job, j), step);
    wait_done_all(job, step); /* the send buffer may be rewritten */
}

static void run_unrotated(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    for (int from = 0; from < job->ranks; from++)
        receive(job, from, step);
    wait_done_all(job, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(threads, get, alltoall, MAILBOX, .run = run_rotated, .copies = "1", .crossings = "P",
               .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank gets its block from each sender, the previous rank first");
IMPLEMENTATION(threads, get, alltoall_unrotated, MAILBOX, .run = run_unrotated, .copies = "1",
               .crossings = "P", .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank gets its block from each sender, rank 0 first");
