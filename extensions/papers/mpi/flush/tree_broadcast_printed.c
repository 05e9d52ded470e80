/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix B: a token from the parent says that its
 * data may be read. There a rank polls with further gets for an element that is not zero, which
 * may wait forever or accept old data; here MPI_Win_flush completes its get, so the fences beside
 * both barriers are not needed. */
#include "comops/ranks/contract/tree.h"
#include "mpi/flush.h"

static bool setup(struct job *job)
{
    return flush_open(job, window_create(job, tree_data(job), job->bytes, 0));
}

static void run(struct job *job)
{
    const int parent = tree_parent(job);

    MPI_Barrier(MPI_COMM_WORLD);
    if (job->rank != ROOT) {
        await(parent, READY); /* the token */
        window_get(job, job->recv, parent, 0);
        MPI_Win_flush(parent, window_of(job)); /* the data have arrived */
    }
    for (int distance = tree_top(job); distance > 0; distance /= 2)
        if (tree_child(job, distance) >= 0)
            notify_ready(job, tree_child(job, distance));
    MPI_Barrier(MPI_COMM_WORLD); /* all have read */
}

IMPLEMENTATION(mpi, flush, tree_broadcast_printed, .run = run, .setup = setup,
               .teardown = flush_teardown, .waits = "log2 P + 2",
               .summary = "barrier, down a binomial tree: a token (MPI_Send), MPI_Get, "
                          "MPI_Win_flush; barrier");
