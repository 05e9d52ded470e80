/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank puts its slice into every other's buffer, starting with the next rank's, so that they
 * do not all access the same rank. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const size_t place = (size_t)job->rank * job->bytes;
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        put_when_ready(job, to, job->peers[to]->recv + place, job->send, step);
    }
    put(job->recv + place, job->send, job->bytes);
    wait_done_all(job, step);
}

IMPLEMENTATION(threads, put, allgather, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "P", .lines = "2(P-1)", .waits = "2(P-1)",
               .summary = "each rank puts its slice into every other's buffer, fence, flag");
