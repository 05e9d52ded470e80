/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.5. */
#include "comops/comops.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes * (size_t)job->ranks);
#pragma omp barrier /* all slices are in the temporary */
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier /* all ranks have read: the root may write the next */
}

IMPLEMENTATION(threads, barrier, scatter, .run = run, .temporary_bytes = temporary_bytes,
               .copies = "2", .lines = "1", .waits = "2",
               .summary = "root copies all slices to a shared temporary, barrier, each rank copies "
                          "out its slice, barrier");
