/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5, in the manner of Luo 1997. */
#include "comops/comops.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks * (size_t)job->ranks;
}

static void run(struct job *job)
{
    const size_t bytes = job->bytes, ranks = (size_t)job->ranks, rank = (size_t)job->rank;

    memcpy(job->temporary + rank * ranks * bytes, job->send, ranks * bytes);
#pragma omp barrier /* the blocks of all senders are in the temporary */
    for (size_t j = 0; j < ranks; j++) {
        const size_t sender = (rank + ranks - j) % ranks; /* rotated: never all at one */

        memcpy(job->recv + sender * bytes, job->temporary + (sender * ranks + rank) * bytes, bytes);
    }
#pragma omp barrier /* everybody has read: the next run may begin to write */
}

IMPLEMENTATION(threads, barrier, alltoall, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "each rank copies all its blocks to a shared temporary, barrier, copies "
                          "those for it out, barrier");
