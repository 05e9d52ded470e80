/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank copies its message into its partner's buffer before it computes: the receiver's data
 * arrive while it computes, but the sender computes nothing while it copies. */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/volume.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const int partner = volume_partner(job);
    const uint64_t step = mailbox_step(job);

    if (partner == job->rank) {
        compute(job);
        return;
    }
    notify_ready(job, partner, step);
    put_when_ready(job, partner, job->peers[partner]->recv, job->send, step);
    compute(job);
    wait_done(job, partner, step);
}

IMPLEMENTATION(threads, put, overlap, MAILBOX, .run = run, .copies = "1", .lines = "2",
               .waits = "2",
               .summary = "each puts its message into its partner's buffer, then computes");
