/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each slice lands in the next rank's place. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    const size_t place = (size_t)rank_after(job, 1);

    memcpy(job->temporary + place * job->bytes, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, gather, .run = run, .temporary_bytes = buffer_bytes_all,
               .summary = "slices in wrong places");
