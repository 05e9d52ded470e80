/* SPDX-License-Identifier: BSD-3-Clause */
/* A put and its acknowledgement, with any way to wait: ARSC T3D Users' Newsletter 56, tables 3 and
 * 4. There the receiver watches word count-1 of the message, which from 10 words on is not the
 * last, and resets it after its acknowledgement, when the next message may already have arrived.
 * Here the receiver waits for a flag after a fence, so the whole message has arrived, and nothing
 * is reset. */
#pragma once

#include "comops/ranks/contract/partner.h"
#include "shmem/symmetric_flags.h"

typedef void flag_await(const struct job *job, enum flag_kind kind, long number, int rank);

static inline void put_and_await(struct job *job, flag_await *wait, long step)
{
    const int receiver = partner_of_root(job);

    shmem_putmem(job->recv, job->send, job->bytes, receiver);
    notify(job, DONE, step, receiver);
    wait(job, DONE, step, receiver); /* acknowledged */
}

static inline void acknowledge(struct job *job, flag_await *wait, long step)
{
    wait(job, DONE, step, ROOT); /* the whole message has arrived */
    received_use(job);
    notify(job, DONE, step, ROOT);
}

static inline void acknowledged(struct job *job, flag_await *wait)
{
    const long step = flags_step(job);

    if (job->rank == ROOT) {
        wait(job, READY, step, partner_of(job)); /* its receive buffer is free */
        put_and_await(job, wait, step);
    } else if (partner_takes_part(job)) {
        notify(job, READY, step, ROOT);
        acknowledge(job, wait, step);
    }
}
