/* SPDX-License-Identifier: BSD-3-Clause */
/* The ping-pong of the Texas Tech thesis, section 4.2 (SHMEM): put, flag, wait, put back. Its flag
 * is the last word of the message, which the receiver resets after its answer, so a fast partner's
 * next message could be lost; here the flag is a separate number. */
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

    if (job->rank == ROOT) {
        wait_ready(job, other, step);
        send(job, other, step);
        wait_done(job, other, step);
    } else {
        notify_ready(job, other, step);
        wait_done(job, other, step); /* also says that rank 0's receive buffer is free */
        received_use(job);
        send(job, other, step);
    }
}

PINGPONG(threads, put, MAILBOX, .run = run, .copies = "1", .crossings = "0", .crossings_used = "1",
         .lines = "1.5", .waits = "1.5",
         .summary = "each puts its message into the other's buffer, fence, flag");
