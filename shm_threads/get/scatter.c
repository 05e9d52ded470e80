/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank gets its slice from the root's buffer, all at the same time. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const char *slice = job->peers[ROOT]->send + (size_t)job->rank * job->bytes;
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready_all(job, step);
        get(job->recv, slice, job->bytes);
        wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    get_when_ready(job, ROOT, job->recv, slice, step);
}

IMPLEMENTATION(threads, get, scatter, MAILBOX, .run = run, .copies = "1", .crossings = "1",
               .lines = "P + 1", .waits = "P",
               .summary = "each rank gets its slice of the root's buffer");
