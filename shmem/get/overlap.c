/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/volume.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const int partner = volume_partner(job);
    const long step = flags_step(job);

    if (partner == job->rank) {
        compute(job);
        return;
    }
    notify(job, READY, step, partner);
    await(job, READY, step, partner); /* its message is in its send buffer */
    shmem_getmem_nbi(job->recv, job->send, job->bytes, partner);
    compute(job);
    shmem_quiet(); /* completes it */
    notify(job, DONE, step, partner);
    await(job, DONE, step, partner); /* it has read this rank's */
}

IMPLEMENTATION(shmem, get, overlap, FLAGS, .run = run, .copies = "1", .waits = "2",
               .summary = "both get (shmem_getmem_nbi), compute, then shmem_quiet");
