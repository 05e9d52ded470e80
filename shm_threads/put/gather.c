/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank puts its slice into its place of the root's buffer, all at the same time. */
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
    put_when_ready(job, ROOT, place, job->send, step);
}

IMPLEMENTATION(threads, put, gather, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "1", .lines = "P", .waits = "P",
               .summary = "each rank puts its slice into the root's buffer, fence, flag");
