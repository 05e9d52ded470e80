/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4: the first stamp is right before the put. As in
 * put_acknowledged the receiver watches a flag that follows the whole message. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    const uint64_t step = mailbox_step(job);

    if (job->rank == 0) {
        put(job->peers[1]->recv, job->send, job->bytes);
        fence(); /* the data arrive before the flag */
        notify_done(job, 1, step);
        wait_done(job, 1, step);
    } else {
        wait_done(job, 0, step);
        received_use(job);
        notify_done(job, 0, step); /* the acknowledgement; it has no data of its own to order */
    }
}

IMPLEMENTATION(threads, put, put_acknowledged_printed, MAILBOX, .run = run, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "2", .waits = "2",
               .summary = "rank 0 puts its message, fence, flag; rank 1 puts a flag back");
