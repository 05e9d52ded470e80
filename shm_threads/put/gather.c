/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank puts its slice into its place of the root's buffer, all at the same time. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    char *place = job->peers[ROOT]->recv + (size_t)job->rank * job->bytes;
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready_all(job, step);
        put(place, job->send, job->bytes);
        wait_done_all(job, step);
        return;
    }
    wait_ready(job, ROOT, step);
    put(place, job->send, job->bytes);
    fence(); /* the slice arrives before the flag */
    notify_done(job, ROOT, step);
}

IMPLEMENTATION(threads, put, gather, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "P", .waits = "P",
               .summary = "each rank puts its slice into the root's buffer, fence, flag");
