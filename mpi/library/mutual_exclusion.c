/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0's window, locked exclusively. The flush completes the get before the put. */
#include "mpi/library/root_window.h"

static bool setup(struct job *job)
{
    return root_window_open(job, job->bytes);
}

static void run(struct job *job)
{
    struct root_window *window = job->state;
    const int bytes = (int)job->bytes;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, ROOT, 0, window->handle);
    MPI_Get(window->scratch, bytes, MPI_BYTE, ROOT, 0, bytes, MPI_BYTE, window->handle);
    MPI_Win_flush(ROOT, window->handle); /* the vector has arrived */
    reduce_local(SUM_INT64, window->scratch, window->scratch, job->send, job->bytes);
    MPI_Put(window->scratch, bytes, MPI_BYTE, ROOT, 0, bytes, MPI_BYTE, window->handle);
    MPI_Win_unlock(ROOT, window->handle); /* and is back */
}

static void complete(struct job *job)
{
    struct root_window *window = job->state;

    MPI_Barrier(MPI_COMM_WORLD); /* all have added theirs */
    if (job->rank == ROOT) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, ROOT, 0, window->handle);
        memcpy(job->recv, window->exposed, job->bytes);
        memset(window->exposed, 0, job->bytes);
        MPI_Win_unlock(ROOT, window->handle);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* the vector is 0 */
}

IMPLEMENTATION(mpi, library, mutual_exclusion, .run = run, .setup = setup,
               .teardown = root_window_close, .complete = complete,
               .summary = "MPI_Win_lock (exclusive), MPI_Get, MPI_Put, MPI_Win_unlock");
