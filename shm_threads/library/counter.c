/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's atomic construct, on a line first touched by rank 0. */
#include "comops/comops.h"

static size_t temporary_bytes(const struct job *job)
{
    (void)job;
    return CACHE_LINE;
}

static bool setup(struct job *job)
{
    if (job->rank == ROOT)
        *(uint64_t *)job->temporary = 0;
    return true;
}

static void run(struct job *job)
{
    uint64_t *counter = (uint64_t *)job->temporary, value;

#pragma omp atomic capture
    value = (*counter)++;
    *(uint64_t *)job->recv = value;
}

/* Rank 0's part. */
static void collect(const struct job *job)
{
    uint64_t *values = (uint64_t *)job->recv, *counter = (uint64_t *)job->temporary;

    for (int rank = 1; rank < job->ranks; rank++)
        values[rank] = *(const uint64_t *)job->peers[rank]->recv;
#pragma omp atomic capture
    {
        values[job->ranks] = *counter;
        *counter = 0;
    }
}

static void complete(struct job *job)
{
#pragma omp barrier /* all have their values */
    if (job->rank == ROOT)
        collect(job);
#pragma omp barrier /* the counter is 0 */
}

IMPLEMENTATION(threads, library, counter, .run = run, .setup = setup, .complete = complete,
               .temporary_bytes = temporary_bytes, .copies = "0", .lines = "P", .waits = "0",
               .summary = "#pragma omp atomic capture");
