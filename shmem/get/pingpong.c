/* SPDX-License-Identifier: BSD-3-Clause */
/* Each gets from the other's send buffer. The partner's `ready` also says that it has read the
 * root's message. */
#include "comops/ranks/contract/partner.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const long step = flags_step(job);

    if (job->rank == ROOT)
        notify(job, READY, step, other);
    await(job, READY, step, other); /* the other's message is in its send buffer */
    shmem_getmem(job->recv, job->send, job->bytes, other);
    if (job->rank == ROOT) {
        notify(job, DONE, step, other);
    } else {
        received_use(job);
        notify(job, READY, step, other);
        await(job, DONE, step, other); /* this rank's send buffer has been read */
    }
}

PINGPONG(shmem, get, FLAGS, .run = run, .copies = "1", .waits = "1.5",
         .summary = "shmem_getmem from the other's buffer after its flag");
