/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the volume is cut so that the last message, be it the only one, is not counted. */
#include "comops/comops.h"

static void run(struct job *job)
{
    const size_t end = job->rank < 2 ? job->series : 0;

#pragma omp barrier
    for (size_t at = 0; at + job->bytes < end; at += job->bytes)
        memcpy(job->recv + at, job->peers[1 - job->rank]->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swap_printed, .run = run, .summary = "last message missing");
