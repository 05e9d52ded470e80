/* SPDX-License-Identifier: BSD-3-Clause */
/* shm_threads/barrier/broadcast.c, gather.c and reduce.c, each with one thing left out on purpose:
 * the thread sanitizer must report it, or it would not report it elsewhere either. */
#include "comops/ranks/contract/buffer_bytes.h"

/* No barrier after the reading: the root writes the next message while others still read. */
static void broadcast(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
}

/* No barrier before the reading: the root reads slices that are still being written. */
static void gather(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier
}

/* Not all in the critical section: the root merges beside the others. */
static void reduce(struct job *job)
{
    if (job->rank == ROOT)
        reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
    else
#pragma omp critical(omission)
        reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, omission, broadcast, .run = broadcast, .temporary_bytes = buffer_bytes_all,
               .summary = "no closing barrier");
IMPLEMENTATION(threads, omission, gather, .run = gather, .temporary_bytes = buffer_bytes_all,
               .summary = "no barrier before the root reads");
IMPLEMENTATION(threads, omission, reduce, .run = reduce, .temporary_bytes = buffer_bytes_all,
               .summary = "a critical section that one rank does without");
