/* SPDX-License-Identifier: BSD-3-Clause */
/* The library merges, in whatever order the vectors come. In allreduce every rank merges the whole
 * of its vector into every other's. */
#include "comops/comops.h"
#include "mpi/flush/everybody.h"
#include "mpi/reduction_type.h"

#include <string.h>

/* What rank r receives begins at r times `distance`. */
static void exchange(struct job *job, size_t distance)
{
    const struct elements of = elements_of(job);

    memcpy(job->recv, job->send + (size_t)job->rank * distance, job->bytes);
    begin_everybody(job); /* the others may merge into that */
    for (int j = 1; j < job->ranks; j++) {
        const int to = (job->rank + j) % job->ranks;

        MPI_Accumulate(job->send + (size_t)to * distance, of.count, of.type, to, 0, of.count,
                       of.type, of.operation, window_of(job));
    }
    end_everybody(job);
}

static void run(struct job *job)
{
    exchange(job, job->bytes);
}

static void run_allreduce(struct job *job)
{
    exchange(job, 0);
}

IMPLEMENTATION(mpi, flush, reduce_scatter, .run = run, .setup = flush_setup,
               .teardown = flush_teardown, .waits = "2(P-1)",
               .summary = "each rank merges a slice into every other's (MPI_Accumulate, "
                          "MPI_Win_flush_all)");
IMPLEMENTATION(mpi, flush, allreduce, .run = run_allreduce, .setup = flush_setup,
               .teardown = flush_teardown, .waits = "2(P-1)",
               .summary = "each rank merges its vector into every other's (MPI_Accumulate, "
                          "MPI_Win_flush_all)");
