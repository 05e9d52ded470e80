/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: all but the last byte. */
#include "comops/comops.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->peers[(int)job->series]->recv, job->send, job->bytes - 1);
}

static void complete(struct job *job)
{
    (void)job;
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, distant_put, .run = run, .complete = complete,
               .summary = "a byte too few");
