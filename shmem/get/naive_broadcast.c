/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3: every rank gets the root's buffer. There each reads
 * into the same array, and a barrier outside the timed part separates trials; here flags do. */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank == ROOT) {
        notify_all(job, READY, step);
        await_all(job, DONE, step); /* all have read the root's buffer */
    } else {
        await(job, READY, step, ROOT); /* the data are in the root's buffer */
        shmem_getmem(job->recv, job->send, job->bytes, ROOT);
        notify(job, DONE, step, ROOT);
    }
}

IMPLEMENTATION(shmem, get, naive_broadcast, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "every rank gets the root's buffer (shmem_getmem)");
IMPLEMENTATION(shmem, get, broadcast, FLAGS, .run = run, .copies = "1", .waits = "P",
               .summary = "every rank gets the root's buffer (shmem_getmem)");
