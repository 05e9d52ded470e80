/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the last rank's contribution is left out. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT && job->rank != job->ranks - 1)
#pragma omp critical(wrong_reduce)
        reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, reduce, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "one rank left out");
