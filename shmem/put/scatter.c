/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank != ROOT) {
        notify(job, READY, step, ROOT);
        await(job, DONE, step, ROOT); /* the slice has arrived */
        return;
    }
    for (int to = 1; to < job->ranks; to++) {
        await(job, READY, step, to); /* its receive buffer is free */
        shmem_putmem(job->recv, job->send + (size_t)to * job->bytes, job->bytes, to);
        notify(job, DONE, step, to);
    }
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(shmem, put, scatter, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "the root puts one rank's slice after the other's (shmem_putmem)");
