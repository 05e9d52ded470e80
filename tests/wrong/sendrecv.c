/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: C says that -1 % ranks is -1, so rank 0 finds nobody before it. */
#include "comops/contract/volume.h"

static void run(struct job *job)
{
    const int left = (job->rank - 1) % job->ranks;

#pragma omp barrier
    for (size_t at = 0; left >= 0 && at < job->series; at += job->bytes)
        memcpy(job->recv + at, job->peers[left]->send + at, volume_message(job, at));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, sendrecv, .run = run, .summary = "a left neighbour missing");
