/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 1. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (job->rank == 0)
        get(job->recv, job->peers[1]->send, job->bytes);
}

/* Untimed: tells rank 1 that its buffer may be rewritten. */
static void complete(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == 0) {
        fence(); /* the data have been read before the flag is set */
        notify_done(job, 1, step);
    } else if (job->rank == 1) {
        wait_done(job, 0, step);
    }
}

IMPLEMENTATION(threads, get, get, MAILBOX, .run = run, .complete = complete, .copies = "1",
               .crossings = "1", .lines = "1", .waits = "0",
               .summary = "rank 0 copies from rank 1's buffer");
