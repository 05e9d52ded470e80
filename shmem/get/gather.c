/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank != ROOT) {
        notify(job, READY, step, ROOT);
        await(job, DONE, step, ROOT); /* this rank's slice has been read */
        return;
    }
    memcpy(job->recv, job->send, job->bytes);
    for (int from = 1; from < job->ranks; from++) {
        await(job, READY, step, from); /* its slice is in its send buffer */
        shmem_getmem(job->recv + (size_t)from * job->bytes, job->send, job->bytes, from);
        notify(job, DONE, step, from);
    }
}

IMPLEMENTATION(shmem, get, gather, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "the root gets one rank's slice after the other's (shmem_getmem)");
