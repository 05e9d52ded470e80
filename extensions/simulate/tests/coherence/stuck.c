/* SPDX-License-Identifier: BSD-3-Clause */
/* A broadcast that is right, except that a message of STUCK bytes never ends: the rank that copies
 * it waits in the critical section for what nobody stores. */
#include "comops/comops.h"

#include <stdatomic.h>

enum { STUCK = 8 };

static void run(struct job *job)
{
    static _Atomic int never;

#pragma omp critical(stuck)
    {
        while (job->bytes == STUCK && atomic_load_explicit(&never, memory_order_relaxed) == 0)
            poll_pause();
        if (job->rank != ROOT)
            memcpy(job->recv, job->peers[ROOT]->send, job->bytes);
    }
}

IMPLEMENTATION(threads, critical, broadcast, .run = run,
               .summary = "one rank after the other copies; 8 bytes never arrive");
