/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3, but where each rank gets there, the root puts here,
 * like the naive broadcast by messages in the Texas Tech thesis, chapter 4. */
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
        put_when_ready(job, rank, job->peers[rank]->recv, job->send, step);
}

IMPLEMENTATION(threads, put, naive_broadcast, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "P-1", .lines = "P", .waits = "P",
               .summary = "the root puts its data into each receive buffer in turn, fence, flag");
