/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const int left = (job->rank + job->ranks - 1) % job->ranks; /* C: -1 % ranks is -1 */
    const int right = (job->rank + 1) % job->ranks;
    const uint64_t step = mailbox_step(job);

    notify_ready(job, right, step);
    wait_ready(job, left, step);
    get(job->recv, job->peers[left]->send, job->bytes);
    fence(); /* the message has been read before the flag is set */
    notify_done(job, left, step);
    wait_done(job, right, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(threads, get, shift, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "3", .waits = "2",
               .summary = "each rank gets its left neighbour's message");
