/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, gather, with a final barrier that the listing lacks: without it, a fast rank
 * begins the next run while the root is still reading (printed-defects.md). */
#include "comops/ranks/contract/buffer_bytes.h"

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier /* all slices are in the temporary */
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier /* the root has read them */
}

IMPLEMENTATION(threads, barrier, gather, .run = run, .temporary_bytes = buffer_bytes_all,
               .copies = "2", .crossings = "1", .lines = "1", .waits = "2",
               .summary = "each rank copies its slice to a shared temporary, barrier, root copies "
                          "out everything, barrier");
