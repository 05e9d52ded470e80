/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, by put; the paper gets. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const int left = rank_before(job, 1);
    const int right = rank_after(job, 1);
    const uint64_t step = mailbox_step(job);

    notify_ready(job, left, step);
    put_when_ready(job, right, job->peers[right]->recv, job->send, step);
    wait_done(job, left, step);
}

IMPLEMENTATION(
    threads, put, shift, MAILBOX, .run = run, .copies = "1", .crossings = "0",
    .crossings_used = "P", .lines = "2", .waits = "2",
    .summary = "each rank puts its message into its right neighbour's buffer, fence, flag");
