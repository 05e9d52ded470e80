/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const int left = rank_before(job, 1);
    const int right = rank_after(job, 1);
    const uint64_t step = mailbox_step(job);

    notify_ready(job, right, step);
    get_when_ready(job, left, job->recv, job->peers[left]->send, step);
    wait_done(job, right, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(threads, get, shift, MAILBOX, .run = run, .copies = "1", .crossings = "P",
               .lines = "3", .waits = "2",
               .summary = "each rank gets its left neighbour's message");
