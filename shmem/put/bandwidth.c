/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/window.h"
#include "shmem/symmetric_flags.h"

/* Afterwards the whole window is in the other's receive buffer. */
static void put_window(const struct job *job, int other)
{
    for (size_t at = 0; at < window_bytes(job->bytes); at += job->bytes)
        shmem_putmem_nbi(job->recv + at, job->send + at, job->bytes, other);
    shmem_quiet(); /* completes them all at the target */
}

static void run_one_way(struct job *job)
{
    if (!window_sends(job) && !window_receives(job))
        return;
    const int partner = window_partner(job);
    const long step = flags_step(job);

    if (window_sends(job)) {
        await(job, READY, step, partner); /* its receive buffer is free */
        put_window(job, partner);
        notify(job, DONE, step, partner);
        await(job, DONE, step, partner); /* acknowledged */
    } else {
        notify(job, READY, step, partner);
        await(job, DONE, step, partner); /* all messages have arrived */
        received_use(job);
        notify(job, DONE, step, partner);
    }
}

static void run_both_ways(struct job *job)
{
    const int other = 1 - job->rank;

    if (job->rank > 1)
        return;
    const long step = flags_step(job);

    notify(job, READY, step, other);
    await(job, READY, step, other); /* its receive buffer is free */
    put_window(job, other);
    notify(job, DONE, step, other);
    await(job, DONE, step, other); /* its window has arrived */
}

BANDWIDTH(shmem, put, FLAGS, .run = run_one_way, .copies = "1", .waits = "3",
          .summary = "shmem_putmem_nbi of each message, shmem_quiet, a flag and one back");
IMPLEMENTATION(shmem, put, bidirectional, FLAGS, .run = run_both_ways, .copies = "1", .waits = "2",
               .summary = "shmem_putmem_nbi of each message, shmem_quiet, a flag, both ways");
