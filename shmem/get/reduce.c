/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/slice.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);
    const char *merged = job->send;

    if (job->rank != ROOT) {
        notify(job, READY, step, ROOT);
        await(job, DONE, step, ROOT); /* this rank's vector has been read */
        return;
    }
    for (int from = 1; from < job->ranks; from++, merged = job->recv) {
        await(job, READY, step, from); /* its vector is in its send buffer */
        merge_from(job, from, job->recv, merged, job->send, job->bytes);
        notify(job, DONE, step, from);
    }
}

IMPLEMENTATION(shmem, get, reduce, FLAGS, .run = run, .copies = "2", .waits = "P",
               .summary = "the root gets one rank's vector after the other's in pieces and merges "
                          "them (shmem_getmem)");
