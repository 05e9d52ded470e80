/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/window.h"
#include "shmem/symmetric_flags.h"

/* Afterwards the other's whole window is in this rank's receive buffer. */
static void get_window(const struct job *job, int other)
{
    for (size_t at = 0; at < window_bytes(job->bytes); at += job->bytes)
        shmem_getmem_nbi(job->recv + at, job->send + at, job->bytes, other);
    shmem_quiet(); /* completes them all */
}

static void run_one_way(struct job *job)
{
    if (!window_sends(job) && !window_receives(job))
        return;
    const int partner = window_partner(job);
    const long step = flags_step(job);

    if (window_sends(job)) {
        notify(job, READY, step, partner);
        await(job, DONE, step, partner); /* it has read them all */
    } else {
        await(job, READY, step, partner); /* the messages are in its send buffer */
        get_window(job, partner);
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
    await(job, READY, step, other); /* its messages are in its send buffer */
    get_window(job, other);
    notify(job, DONE, step, other);
    await(job, DONE, step, other); /* it has read this rank's */
}

BANDWIDTH(
    shmem, get, FLAGS, .run = run_one_way, .copies = "1", .waits = "2",
    .summary = "the receiver gets: shmem_getmem_nbi of each message, shmem_quiet, a flag back");
IMPLEMENTATION(shmem, get, bidirectional, FLAGS, .run = run_both_ways, .copies = "1", .waits = "2",
               .summary = "both get: shmem_getmem_nbi of each message, shmem_quiet, a flag");
