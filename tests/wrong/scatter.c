/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: right the first time, stale ever after. */
#include "comops/contract/buffer_bytes.h"

static int runs;

static void run(struct job *job)
{
    if (job->rank == ROOT && runs++ == 0)
        memcpy(job->temporary, job->send, job->bytes * (size_t)job->ranks);
#pragma omp barrier
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, scatter, .run = run, .temporary_bytes = buffer_bytes_all,
               .summary = "stale data");
