/* SPDX-License-Identifier: BSD-3-Clause */
/* Each gets the other's message when it is ready. Rank 1's `ready` follows its get, so it also says
 * that rank 0's message has been read. */
#include "comops/ranks/contract/partner.h"
#include "shm_threads/mailbox.h"

static void receive(struct job *job, int from, uint64_t step)
{
    wait_ready(job, from, step);
    get(job->recv, job->peers[from]->send, job->bytes);
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        notify_ready(job, other, step);
        receive(job, other, step);
        fence(); /* the message has been read before the flag is set */
        notify_done(job, other, step);
    } else {
        receive(job, other, step);
        received_use(job);
        notify_ready(job, other, step);
        wait_done(job, other, step); /* the send buffer may be rewritten */
    }
}

PINGPONG(threads, get, MAILBOX, .run = run, .copies = "1", .crossings = "1", .lines = "2.5",
         .waits = "1.5",
         .summary = "each gets the other's message when a flag says that it is ready");
