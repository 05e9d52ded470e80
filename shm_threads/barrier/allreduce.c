/* SPDX-License-Identifier: BSD-3-Clause */
/* Like the paper's reduce (reduce.c), but all ranks copy out. */
#include "comops/comops.h"

#include <string.h>

static int entered; /* ranks that have been in the critical section in this run */

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes;
}

static void run(struct job *job)
{
#pragma omp critical(allreduce)
    {
        if (entered++ == 0)
            memcpy(job->temporary, job->send, job->bytes);
        else
            reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
    }
#pragma omp barrier /* all contributions are in the temporary */
    memcpy(job->recv, job->temporary, job->bytes);
    if (job->rank == ROOT)
        entered = 0;
#pragma omp barrier /* all ranks have read: the next run may write */
}

IMPLEMENTATION(threads, barrier, allreduce, .run = run, .temporary_bytes = temporary_bytes,
               .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, all copy out, barrier");
