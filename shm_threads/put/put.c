/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 2. The newsletter's text swaps put and get; its
 * listing is clear. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (job->rank == 0)
        put(job->peers[1]->recv, job->send, job->bytes);
}

/* Untimed: tells rank 1 that the data have arrived. */
static void complete(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == 0) {
        fence(); /* the data arrive before the flag */
        notify_done(job, 1, step);
    } else if (job->rank == 1) {
        wait_done(job, 0, step);
    }
}

IMPLEMENTATION(threads, put, put, MAILBOX, .run = run, .complete = complete, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "0", .waits = "0",
               .summary = "rank 0 copies into rank 1's buffer; fence and flag are not timed");
