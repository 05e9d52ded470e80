/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3, but by put from the root; the paper gets. */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank != ROOT) {
        notify(job, READY, step, ROOT);
        await(job, DONE, step, ROOT); /* the data have arrived */
        return;
    }
    for (int to = 1; to < job->ranks; to++) {
        await(job, READY, step, to); /* its receive buffer is free */
        shmem_putmem(job->recv, job->send, job->bytes, to);
        notify(job, DONE, step, to);
    }
}

IMPLEMENTATION(shmem, put, naive_broadcast, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "the root puts to one rank after the other (shmem_putmem)");
IMPLEMENTATION(shmem, put, broadcast, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "the root puts to one rank after the other (shmem_putmem)");
