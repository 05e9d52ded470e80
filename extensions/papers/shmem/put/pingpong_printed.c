/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"
#include "shmem/symmetric_flags.h"

static void send(struct job *job, int to, long step)
{
    shmem_putmem(job->recv, job->send, job->bytes, to);
    notify(job, DONE, step, to);
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const long step = flags_step(job);

    if (job->rank == ROOT)
        send(job, other, step);
    await(job, DONE, step, other); /* the whole message has arrived */
    if (job->rank != ROOT) {
        received_use(job);
        send(job, other, step);
    }
}

IMPLEMENTATION(shmem, put, pingpong_printed, FLAGS, .run = run, .copies = "1", .waits = "1",
               .summary = "shmem_putmem into the other's buffer, then a flag");
