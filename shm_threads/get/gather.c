/* SPDX-License-Identifier: BSD-3-Clause */
/* The root gets each slice, one after the other. */
#include "comops/comops.h"
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
    for (int rank = 1; rank < job->ranks; rank++) {
        wait_ready(job, rank, step);
        get(job->recv + (size_t)rank * job->bytes, job->peers[rank]->send, job->bytes);
        fence(); /* the slice has been read before the flag is set */
        notify_done(job, rank, step);
    }
}

IMPLEMENTATION(threads, get, gather, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "2(P-1) + 1", .waits = "P",
               .summary = "the root gets each rank's slice in turn");
