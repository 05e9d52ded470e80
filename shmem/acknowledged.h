/* SPDX-License-Identifier: BSD-3-Clause */
/* A put and its acknowledgement, with any way to wait: ARSC T3D Users' Newsletter 56, tables 3
 * and 4. There the receiver watches word count-1 of the message, which from 10 words on is not the
 * last, and resets it after its acknowledgement, when the next message may already have arrived.
 * Here a flag after a fence says that the whole message has arrived, and nothing is reset. */
#pragma once

#include "shmem/symmetric_flags.h"

enum { RECEIVER = 1 };

static inline void acknowledged(struct job *job,
                                void (*wait)(const struct job *job, enum flag_kind kind,
                                             long number, int rank))
{
    const long step = flags_step(job);

    if (job->rank == ROOT) {
        wait(job, READY, step, RECEIVER); /* its receive buffer is free */
        shmem_putmem(job->recv, job->send, job->bytes, RECEIVER);
        notify(job, DONE, step, RECEIVER);
        wait(job, DONE, step, RECEIVER); /* acknowledged */
    } else if (job->rank == RECEIVER) {
        notify(job, READY, step, ROOT);
        wait(job, DONE, step, ROOT); /* the whole message has arrived */
        received_use(job);
        notify(job, DONE, step, ROOT);
    }
}
