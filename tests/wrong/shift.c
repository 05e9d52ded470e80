/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank reads its own place of the temporary, so it gets its own message. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, shift, .run = run, .temporary_bytes = buffer_bytes_all,
               .summary = "nothing shifted");
