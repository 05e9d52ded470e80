/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, by put; the paper gets. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const int left = (job->rank + job->ranks - 1) % job->ranks; /* C: -1 % ranks is -1 */
    const int right = (job->rank + 1) % job->ranks;
    const uint64_t step = mailbox_step(job);

    notify_ready(job, left, step);
    wait_ready(job, right, step);
    put(job->peers[right]->recv, job->send, job->bytes);
    fence(); /* the message arrives before the flag */
    notify_done(job, right, step);
    wait_done(job, left, step);
}

IMPLEMENTATION(
    threads, put, shift, .run = run, .setup = mailbox_setup, .teardown = mailbox_teardown,
    .copies = "1", .lines = "2", .waits = "2",
    .summary = "each rank puts its message into its right neighbour's buffer, fence, flag");
