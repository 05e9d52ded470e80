/* SPDX-License-Identifier: BSD-3-Clause */
/* As printed: the first stamp is right before the put. */
#pragma once

#include "shmem/acknowledged.h"

static inline void acknowledged_at_once(struct job *job, flag_await *wait)
{
    const long step = flags_step(job);

    if (job->rank == ROOT)
        put_and_await(job, wait, step);
    else if (partner_takes_part(job))
        acknowledge(job, wait, step);
}
