/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4: the first stamp is right before the put. As in
 * put_acknowledged the receiver watches a flag that follows the whole message. */
#include "comops/ranks/contract/partner.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const uint64_t step = mailbox_step(job);
    const int partner = partner_of(job);

    if (job->rank == ROOT) {
        put(job->peers[partner]->recv, job->send, job->bytes);
        fence(); /* the data arrive before the flag */
        notify_done(job, partner, step);
        wait_done(job, partner, step);
    } else {
        wait_done(job, ROOT, step);
        received_use(job);
        notify_done(job, ROOT, step); /* the acknowledgement; it has no data of its own to order */
    }
}

IMPLEMENTATION(threads, put, put_acknowledged_printed, MAILBOX, .run = run, .copies = "1",
               .crossings = "0", .crossings_used = "1", .lines = "2", .waits = "2",
               .summary = "rank 0 puts its message, fence, flag; the partner puts a flag back");
