/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"
#include "shm_threads/mailbox.h"

static void send(struct job *job, int to, uint64_t step)
{
    put(job->peers[to]->recv, job->send, job->bytes);
    fence(); /* the message arrives before the flag */
    notify_done(job, to, step);
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT)
        send(job, other, step);
    wait_done(job, other, step);
    if (job->rank != ROOT) {
        received_use(job);
        send(job, other, step);
    }
}

IMPLEMENTATION(threads, put, pingpong_printed, MAILBOX, .run = run, .copies = "1", .crossings = "0",
               .crossings_used = "1", .lines = "1", .waits = "1",
               .summary = "each puts its message into the other's buffer, fence, flag");
