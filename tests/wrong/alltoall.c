/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: blocks are fetched in rotated order and kept in the order in which they come. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
    const size_t bytes = job->bytes, ranks = (size_t)job->ranks, rank = (size_t)job->rank;

    memcpy(job->temporary + rank * ranks * bytes, job->send, ranks * bytes);
#pragma omp barrier
    for (size_t j = 0; j < ranks; j++) {
        const size_t sender = (rank + ranks - j) % ranks;

        memcpy(job->recv + j * bytes, job->temporary + (sender * ranks + rank) * bytes, bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, alltoall, .run = run, .temporary_bytes = buffer_bytes_blocks,
               .summary = "blocks in wrong places");
