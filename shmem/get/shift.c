/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. The listing of the thesis calls the left neighbour
 * `dest`, and computes -1 % size, which is -1 in C. Neither says when the source buffer may be
 * rewritten; here the reader does. */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const int right = rank_after(job, 1);
    const int left = rank_before(job, 1);
    const long step = flags_step(job);

    notify(job, READY, step, right);
    await(job, READY, step, left); /* its message is in its send buffer */
    shmem_getmem(job->recv, job->send, job->bytes, left);
    notify(job, DONE, step, left);
    await(job, DONE, step, right); /* this rank's message has been read */
}

IMPLEMENTATION(shmem, get, shift, FLAGS, .run = run, .copies = "1", .waits = "2",
               .summary = "from the left neighbour's buffer (shmem_getmem)");
