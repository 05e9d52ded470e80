/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. Nothing prevents the others from getting at the same
 * time, so this is also the broadcast by get. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready_all(job, step);
        wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    get_when_ready(job, ROOT, job->recv, job->peers[ROOT]->send, step);
}

IMPLEMENTATION(threads, get, naive_broadcast, MAILBOX, .run = run, .copies = "1",
               .crossings = "P-1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
IMPLEMENTATION(threads, get, broadcast, MAILBOX, .run = run, .copies = "1", .crossings = "P-1",
               .lines = "P + 1", .waits = "P", .summary = "each rank gets the root's data");
