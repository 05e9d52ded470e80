/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: read and written in two steps, between which all others read the same value. */
#include "comops/comops.h"

static uint64_t counter;

static void run(struct job *job)
{
    const uint64_t value = counter;

#pragma omp barrier /* all have read it */
    if (job->rank == ROOT)
        counter = value + 1;
    *(uint64_t *)job->recv = value;
#pragma omp barrier /* it has been written */
}

static void complete(struct job *job)
{
    uint64_t *values = (uint64_t *)job->recv;

    for (int rank = 1; job->rank == ROOT && rank < job->ranks; rank++)
        values[rank] = *(const uint64_t *)job->peers[rank]->recv;
    if (job->rank == ROOT) {
        values[job->ranks] = counter;
        counter = 0;
    }
#pragma omp barrier /* the counter is 0 */
}

IMPLEMENTATION(threads, wrong, counter, .run = run, .complete = complete,
               .summary = "read and written in two steps");
