/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. Nothing prevents the others from getting at the same
 * time, so this is also the broadcast by get. */
#include "shm_threads/mailbox.h"
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready_all(job, step);
        wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    get_when_ready(job, ROOT, job->recv, job->peers[ROOT]->send, step);
}

IMPLEMENTATION(threads, get, naive_broadcast, MAILBOX, .run = run, .copies = "1",
               .crossings = "P-1", .lines = "P + 1", .waits = "P",
               .summary = "each rank gets the root's data");
IMPLEMENTATION(threads, get, broadcast, MAILBOX, .run = run, .copies = "1", .crossings = "P-1",
               .lines = "P + 1", .waits = "P", .summary = "each rank gets the root's data");

/* Luecke, Spanoyannis and Kraeva 2004, test 3. */
static void run_printed(struct job *job)
{
    if (job->rank != ROOT)
        get(job->recv, job->peers[ROOT]->send, job->bytes);
}

IMPLEMENTATION(threads, get, naive_broadcast_printed, .run = run_printed, .complete = all_done,
               .copies = "1", .crossings = "P-1", .lines = "1", .waits = "0",
               .summary = "each rank copies the root's data");
