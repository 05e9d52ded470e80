/* SPDX-License-Identifier: BSD-3-Clause */
/* The message, then a flag. The partner's `ready` says that its receive buffer is free; the root's
 * is free when its message arrives. The thesis clears its flag after the reply, so that a fast
 * partner's next flag may be lost; these only grow. */
#include "comops/ranks/contract/partner.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const long step = flags_step(job);

    if (job->rank == ROOT) {
        await(job, READY, step, other);
        shmem_putmem(job->recv, job->send, job->bytes, other);
        notify(job, DONE, step, other);
        await(job, DONE, step, other); /* the whole answer has arrived */
    } else {
        notify(job, READY, step, other);
        await(job, DONE, step, other); /* the whole message has arrived */
        received_use(job);
        shmem_putmem(job->recv, job->send, job->bytes, other);
        notify(job, DONE, step, other);
    }
}

PINGPONG(shmem, put, FLAGS, .run = run, .copies = "1", .waits = "1.5",
         .summary = "shmem_putmem into the other's buffer, then a flag");
