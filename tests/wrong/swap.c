/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the volume is cut so that the last message, be it the only one, is not counted. */
#include "comops/contract/volume.h"

static void run(struct job *job)
{
    const int partner = volume_partner(job);
    const size_t end = partner != job->rank ? job->series : 0;

#pragma omp barrier
    for (size_t at = 0; at + job->bytes < end; at += job->bytes)
        memcpy(job->recv + at, job->peers[partner]->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swap, .run = run, .summary = "last message missing");
