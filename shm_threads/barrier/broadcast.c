/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, broadcast. */
#include "comops/ranks/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier /* the root's data are in the temporary */
    if (job->rank != ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier /* all ranks have read: the root may write the next */
}

IMPLEMENTATION(
    threads, barrier, broadcast, .run = run, .temporary_bytes = buffer_bytes, .copies = "2",
    .crossings = "P-1", .lines = "1", .waits = "2",
    .summary = "root copies to a shared temporary, barrier, all others copy out, barrier");
