/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the length is in words and is taken for one in bytes. */
#include "comops/comops.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->recv, job->peers[job->series]->send, job->bytes / sizeof(uint64_t));
}

/* The owner may rewrite its buffer. */
static void complete(struct job *job)
{
    (void)job;
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, distant_get, .run = run, .complete = complete,
               .summary = "an eighth read");
