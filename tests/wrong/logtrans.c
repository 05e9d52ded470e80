/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the blocks stay in the order of their distance; the last reordering is left out. */
#include "comops/comops.h"

static void run(struct job *job)
{
#pragma omp barrier
    for (int distance = 0; distance < job->ranks; distance++)
        memcpy(job->recv + (size_t)distance * job->bytes,
               job->peers[job->rank ^ distance]->send + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, logtrans, .run = run, .summary = "blocks in wrong places");
