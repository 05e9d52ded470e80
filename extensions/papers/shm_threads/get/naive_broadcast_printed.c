/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. */
#include "extensions/papers/shm_threads/threads_all_done.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (job->rank != ROOT)
        get(job->recv, job->peers[ROOT]->send, job->bytes);
}

IMPLEMENTATION(threads, get, naive_broadcast_printed, .run = run, .complete = all_done,
               .copies = "1", .crossings = "P-1", .lines = "1", .waits = "0",
               .summary = "each rank copies the root's data");
