/* SPDX-License-Identifier: BSD-3-Clause */
/* Like the paper's reduce (reduce.c), but each rank copies out its slice. */
#include "comops/comops.h"

#include <string.h>

static int entered; /* ranks that have been in the critical section in this run */

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    const size_t bytes = temporary_bytes(job);

#pragma omp critical(reduce_scatter)
    {
        if (entered++ == 0)
            memcpy(job->temporary, job->send, bytes);
        else
            reduce_local(job->reduction, job->temporary, job->temporary, job->send, bytes);
    }
#pragma omp barrier /* all contributions are in the temporary */
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
    if (job->rank == ROOT)
        entered = 0;
#pragma omp barrier /* all ranks have read: the next run may write */
}

IMPLEMENTATION(threads, barrier, reduce_scatter, .run = run, .temporary_bytes = temporary_bytes,
               .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, each rank copies out its slice, barrier");
