/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the length is in words and is taken for one in bytes. */
#include "comops/comops.h"

static void run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->recv, job->peers[1]->send, job->bytes / sizeof(uint64_t));
}

/* Rank 1 may rewrite its buffer. */
static void complete(struct job *job)
{
    (void)job;
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, get, .run = run, .complete = complete, .summary = "an eighth read");
