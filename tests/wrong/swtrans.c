/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank takes from its partner the block with the step's number instead of its own. */
#include "comops/comops.h"

static void run(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;

#pragma omp barrier
    memcpy(job->recv + own, job->send + own, job->bytes);
    for (int step = 1; step < job->ranks; step++) {
        const int partner = job->rank ^ step;

        if (partner < job->ranks)
            memcpy(job->recv + (size_t)partner * job->bytes,
                   job->peers[partner]->send + (size_t)step * job->bytes, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swtrans, .run = run, .summary = "others' blocks");
