/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: one temporary for both directions, so that rank 1 gets its own message back. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    for (int rank = 0; rank < 2; rank++) {
        if (job->rank == rank)
            memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    }
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, pingping, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "directions collide");
