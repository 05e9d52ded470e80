/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "extensions/papers/shm_threads/threads_all_done.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    get(job->recv, job->peers[rank_before(job, 1)]->send, job->bytes);
}

IMPLEMENTATION(threads, get, shift_printed, .run = run, .complete = all_done, .copies = "1",
               .crossings = "P", .lines = "1", .waits = "0",
               .summary = "each rank copies its left neighbour's message");
