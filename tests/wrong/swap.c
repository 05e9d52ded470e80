/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the volume is cut so that the last message, be it the only one, is not counted. */
#include "comops/contract/volume.h"

static void run(struct job *job)
{
    const struct job *partner = job->peers[volume_partner(job)];

#pragma omp barrier
    for (size_t at = 0; partner != job && at + job->bytes < job->series; at += job->bytes)
        memcpy(job->recv + at, partner->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swap, .run = run, .summary = "last message missing");
