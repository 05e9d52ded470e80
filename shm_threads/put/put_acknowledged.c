/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4. There the receiver watches a word of the message,
 * which from ten words on is not the last, so it may acknowledge too early; and it resets the word
 * after the acknowledgement, so the next message may be lost. Here it watches a flag that follows
 * the whole message and only grows. */
#include "comops/ranks/contract/partner.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    const uint64_t step = mailbox_step(job);

    if (job->rank == 0) {
        put_when_ready(job, 1, job->peers[1]->recv, job->send, step);
        wait_done(job, 1, step);
    } else {
        notify_ready(job, 0, step);
        wait_done(job, 0, step);
        received_use(job);
        notify_done(job, 0, step); /* the acknowledgement; it has no data of its own to order */
    }
}

IMPLEMENTATION(threads, put, put_acknowledged, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "1", .lines = "3", .waits = "3",
               .summary = "rank 0 puts its message, fence, flag; rank 1 puts a flag back");
