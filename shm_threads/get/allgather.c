/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank gets every other's slice, starting with the previous rank's, so that they do not all
 * access the same rank. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    get(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = (job->rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        wait_ready(job, from, step);
        get(job->recv + (size_t)from * job->bytes, job->peers[from]->send, job->bytes);
        fence(); /* the slice has been read before the flag is set */
        notify_done(job, from, step);
    }
    wait_done_all(job, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(threads, get, allgather, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "1", .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank gets every other's slice");
