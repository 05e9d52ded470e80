/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank takes the block that a sender has for itself instead of its own. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    for (int from = 0; from < job->ranks; from++) {
        const size_t block = (size_t)from * job->bytes;

        memcpy(job->recv + block, job->peers[from]->send + block, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, alltoall_unrotated, .run = run, .summary = "others' blocks");
