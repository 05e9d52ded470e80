/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.3: the maximum through a critical section. The listing neither resets the
 * temporary nor ends in a barrier, so a second run would start from the first one's result and
 * could overwrite it while rank 0 is still reading. Here the first rank to enter copies instead of
 * comparing, which resets at no cost, and a barrier ends the run (docs/method.md). */
#include "comops/comops.h"

#include <string.h>

static int entered; /* ranks that have been in the critical section in this run */

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes;
}

static void run(struct job *job)
{
#pragma omp critical(reduce)
    {
        if (entered++ == 0)
            memcpy(job->temporary, job->send, job->bytes);
        else
            reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
    }
#pragma omp barrier /* all contributions are in the temporary */
    if (job->rank == ROOT) {
        memcpy(job->recv, job->temporary, job->bytes);
        entered = 0;
    }
#pragma omp barrier /* the root has read: the next run may begin to write */
}

IMPLEMENTATION(threads, barrier, reduce, .run = run, .temporary_bytes = temporary_bytes,
               .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, root copies out, barrier");
