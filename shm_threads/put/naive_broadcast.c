/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3, but where each rank gets there, the root puts here,
 * like the naive broadcast by messages in the Texas Tech thesis, section 4.3. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT) {
        notify_ready(job, ROOT, step);
        wait_done(job, ROOT, step);
        return;
    }
    for (int rank = 1; rank < job->ranks; rank++) {
        wait_ready(job, rank, step);
        put(job->peers[rank]->recv, job->send, job->bytes);
        fence(); /* the data arrive before the flag */
        notify_done(job, rank, step);
    }
}

IMPLEMENTATION(threads, put, naive_broadcast, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "P", .waits = "P",
               .summary = "the root puts its data into each receive buffer in turn, fence, flag");
