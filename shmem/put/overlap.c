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
    await(job, READY, step, partner); /* its receive buffer is free */
    shmem_putmem_nbi(job->recv, job->send, job->bytes, partner);
    compute(job);
    shmem_quiet(); /* completes it */
    notify(job, DONE, step, partner);
    await(job, DONE, step, partner); /* its message has arrived */
}

IMPLEMENTATION(shmem, put, overlap, FLAGS, .run = run, .copies = "1", .waits = "2",
               .summary = "both put (shmem_putmem_nbi), compute, then shmem_quiet");
