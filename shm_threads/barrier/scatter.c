/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, scatter. */
#include "comops/ranks/contract/buffer_bytes.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes * (size_t)job->ranks);
#pragma omp barrier /* all slices are in the temporary */
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier /* all ranks have read: the root may write the next */
}

IMPLEMENTATION(threads, barrier, scatter, .run = run, .temporary_bytes = buffer_bytes_all,
               .copies = "2", .crossings = "1", .lines = "1", .waits = "2",
               .summary = "root copies all slices to a shared temporary, barrier, each rank copies "
                          "out its slice, barrier");
