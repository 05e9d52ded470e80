/* SPDX-License-Identifier: BSD-3-Clause */
/* In a window that the library allocates, so that ranks on one node may access it without rank 0's
 * help. */
#include "mpi/library/root_window.h"

static void update(const struct job *job, uint64_t value, void *before, MPI_Op op)
{
    MPI_Fetch_and_op(&value, before, MPI_UINT64_T, ROOT, 0, op, root_window(job));
    MPI_Win_flush(ROOT, root_window(job)); /* the value has arrived */
}

static void run(struct job *job)
{
    update(job, 1, job->recv, MPI_SUM);
}

static void complete(struct job *job)
{
    uint64_t *values = (uint64_t *)job->recv;
    const bool root = job->rank == ROOT;

    MPI_Gather(root ? MPI_IN_PLACE : values, 1, MPI_UINT64_T, values, 1, MPI_UINT64_T, ROOT,
               MPI_COMM_WORLD); /* all have their values */
    if (root)
        update(job, 0, &values[job->ranks], MPI_REPLACE);
    MPI_Barrier(MPI_COMM_WORLD); /* the counter is 0 */
}

IMPLEMENTATION(mpi, library, counter, .run = run, .setup = root_word_open,
               .teardown = root_word_close, .complete = complete,
               .summary = "MPI_Fetch_and_op, MPI_Win_flush");
