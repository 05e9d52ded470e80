/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: one temporary for both directions, so that rank 1 gets its own messages back. */
#include "comops/comops.h"
#include "comops/contract/window.h"

static size_t temporary_bytes(const struct job *job)
{
    return window_bytes(job->bytes);
}

static void run(struct job *job)
{
    for (int rank = 0; rank < 2; rank++) {
        if (job->rank == rank)
            memcpy(job->temporary, job->send, window_bytes(job->bytes));
#pragma omp barrier
    }
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, window_bytes(job->bytes));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, bidirectional, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "directions collide");
