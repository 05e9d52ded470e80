/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank gets every other's slice, starting with the previous rank's, so that they do not all
 * access the same rank. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    get(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);
        char *place = job->recv + (size_t)from * job->bytes;

        get_when_ready(job, from, place, job->peers[from]->send, step);
    }
    wait_done_all(job, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(threads, get, allgather, MAILBOX, .run = run, .copies = "1", .crossings = "P",
               .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank gets every other's slice");
