/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank == ROOT) {
        notify_all(job, READY, step);
        memcpy(job->recv, job->send, job->bytes);
        await_all(job, DONE, step); /* all slices have been read */
    } else {
        await(job, READY, step, ROOT); /* the slices are in the root's send buffer */
        shmem_getmem(job->recv, job->send + (size_t)job->rank * job->bytes, job->bytes, ROOT);
        notify(job, DONE, step, ROOT);
    }
}

IMPLEMENTATION(shmem, get, scatter, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "every rank gets its slice from the root's buffer (shmem_getmem)");
