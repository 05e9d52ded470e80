/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: acknowledged by a barrier before the message is put. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    if (job->rank == 0)
        memcpy(job->peers[1]->recv, job->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, put_acknowledged_printed, .run = run,
               .summary = "acknowledged too early");
