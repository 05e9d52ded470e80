/* SPDX-License-Identifier: BSD-3-Clause */
/* The root puts each slice into its receiver's buffer, one after the other. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT) {
        notify_ready(job, ROOT, step);
        wait_done(job, ROOT, step);
        return;
    }
    for (int rank = 1; rank < job->ranks; rank++)
        put_when_ready(job, rank, job->peers[rank]->recv, job->send + (size_t)rank * job->bytes,
                       step);
    put(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(threads, put, scatter, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "1", .lines = "P", .waits = "P",
               .summary = "the root puts each rank's slice into its buffer in turn, fence, flag");
