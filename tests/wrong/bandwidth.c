/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: all messages of the window go to the place of the first. */
#include "comops/comops.h"
#include "comops/contract/window.h"

static void run(struct job *job)
{
#pragma omp barrier
    for (size_t at = 0; job->rank == 0 && at < window_bytes(job->bytes); at += job->bytes)
        memcpy(job->peers[1]->recv, job->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, bandwidth, .run = run, .summary = "one place for all messages");
