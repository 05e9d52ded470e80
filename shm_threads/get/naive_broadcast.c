/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. Nothing prevents the others from getting at the same
 * time, so this is also the broadcast by get. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready_all(job, step);
        wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    wait_ready(job, ROOT, step);
    get(job->recv, job->peers[ROOT]->send, job->bytes);
    fence(); /* the data have been read before the flag is set */
    notify_done(job, ROOT, step);
}

IMPLEMENTATION(threads, get, naive_broadcast, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
IMPLEMENTATION(threads, get, broadcast, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
