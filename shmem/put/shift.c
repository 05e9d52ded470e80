/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, but by put; the paper gets. */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const int right = rank_after(job, 1);
    const int left = rank_before(job, 1);
    const long step = flags_step(job);

    notify(job, READY, step, left);
    await(job, READY, step, right); /* its receive buffer is free */
    shmem_putmem(job->recv, job->send, job->bytes, right);
    notify(job, DONE, step, right);
    await(job, DONE, step, left); /* the left neighbour's message has arrived */
}

IMPLEMENTATION(shmem, put, shift, FLAGS, .run = run, .copies = "1", .waits = "2",
               .summary = "into the right neighbour's buffer (shmem_putmem)");
