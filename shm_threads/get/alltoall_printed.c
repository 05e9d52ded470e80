/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1 to p - 1 from rank - j. */
#include "shm_threads/mailbox.h"
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        get(job->recv + (size_t)from * job->bytes,
            job->peers[from]->send + (size_t)job->rank * job->bytes, job->bytes);
    }
}

IMPLEMENTATION(threads, get, alltoall_printed, .run = run, .complete = all_done, .copies = "1",
               .crossings = "P", .lines = "P-1", .waits = "0",
               .summary = "each rank copies its block from every other, the left one first");
