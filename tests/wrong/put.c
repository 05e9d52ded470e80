/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the call returns when the data are on their way, and nothing ever completes it. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, put, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "never completed");
