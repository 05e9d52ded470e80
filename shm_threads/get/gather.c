/* SPDX-License-Identifier: BSD-3-Clause */
/* The root gets each slice, one after the other. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT) {
        notify_ready(job, ROOT, step);
        wait_done(job, ROOT, step); /* the send buffer may be rewritten */
        return;
    }
    get(job->recv, job->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++)
        get_when_ready(job, rank, job->recv + (size_t)rank * job->bytes, job->peers[rank]->send,
                       step);
}

IMPLEMENTATION(threads, get, gather, MAILBOX, .run = run, .copies = "1", .crossings = "1",
               .lines = "2(P-1) + 1", .waits = "P",
               .summary = "the root gets each rank's slice in turn");
