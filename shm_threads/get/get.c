/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 1, where rank 0 reads from each rank, as in test 1 of
 * Luecke, Spanoyannis and Kraeva 2004. */
#include "shm_threads/mailbox.h"

static void get_from(struct job *job, int owner)
{
    if (job->rank == ROOT)
        get(job->recv, job->peers[owner]->send, job->bytes);
}

static void run(struct job *job)
{
    get_from(job, 1);
}

static void run_distant(struct job *job)
{
    get_from(job, (int)job->series);
}

/* Untimed: tells the owner that its buffer may be rewritten. */
static void release(struct job *job, int owner)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        fence(); /* the data have been read before the flag is set */
        notify_done(job, owner, step);
    }
    if (job->rank == owner)
        wait_done(job, ROOT, step);
}

static void complete(struct job *job)
{
    release(job, 1);
}

static void complete_distant(struct job *job)
{
    release(job, (int)job->series);
}

IMPLEMENTATION(threads, get, get, MAILBOX, .run = run, .complete = complete, .copies = "1",
               .crossings = "1", .lines = "1", .waits = "0",
               .summary = "rank 0 copies from rank 1's buffer");
IMPLEMENTATION(threads, get, distant_get, MAILBOX, .run = run_distant, .complete = complete_distant,
               .copies = "1", .crossings = "1", .lines = "1", .waits = "0",
               .summary = "rank 0 copies from the partner's buffer");
