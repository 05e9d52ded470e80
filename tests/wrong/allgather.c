/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank fetches the slices of all others and forgets its own. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    for (int j = 1; j < job->ranks; j++) {
        const size_t slice = (size_t)rank_after(job, j) * job->bytes;

        memcpy(job->recv + slice, job->temporary + slice, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allgather, .run = run, .temporary_bytes = buffer_bytes_all,
               .summary = "own slice missing");
