/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: in ranks - 1 steps all blocks come but the own one. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    for (int step = 1; step < job->ranks; step++) {
        const int from = rank_before(job, step);

        memcpy(job->recv + (size_t)from * job->bytes,
               job->peers[from]->send + (size_t)job->rank * job->bytes, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, srtrans, .run = run, .summary = "own block missing");
