/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank != ROOT) {
        await(job, READY, step, ROOT); /* its receive buffer is free */
        shmem_putmem(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes, ROOT);
        notify(job, DONE, step, ROOT);
        return;
    }
    notify_all(job, READY, step);
    memcpy(job->recv, job->send, job->bytes);
    await_all(job, DONE, step); /* all slices have arrived */
}

IMPLEMENTATION(shmem, put, gather, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "every rank puts its slice into the root's buffer (shmem_putmem)");
