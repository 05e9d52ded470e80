/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 2, where rank 0 writes to each rank. The newsletter's
 * text swaps put and get; its listing is clear. */
#include "shm_threads/mailbox.h"

static void put_to(struct job *job, int target)
{
    if (job->rank == ROOT)
        put(job->peers[target]->recv, job->send, job->bytes);
}

static void run(struct job *job)
{
    put_to(job, 1);
}

static void run_distant(struct job *job)
{
    put_to(job, (int)job->series);
}

/* Untimed: tells the target that the data have arrived. */
static void arrive(struct job *job, int target)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        fence(); /* the data arrive before the flag */
        notify_done(job, target, step);
    }
    if (job->rank == target)
        wait_done(job, ROOT, step);
}

static void complete(struct job *job)
{
    arrive(job, 1);
}

static void complete_distant(struct job *job)
{
    arrive(job, (int)job->series);
}

IMPLEMENTATION(threads, put, put, MAILBOX, .run = run, .complete = complete, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "0", .waits = "0",
               .summary = "rank 0 copies into rank 1's buffer; fence and flag are not timed");
IMPLEMENTATION(threads, put, distant_put, MAILBOX, .run = run_distant, .complete = complete_distant,
               .copies = "1", .crossings = "0", .crossings_used = "1", .lines = "0", .waits = "0",
               .summary = "rank 0 copies into the partner's buffer; fence and flag are not timed");
