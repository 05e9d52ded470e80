/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4. Their MPI-2 versions (appendices B and
 * C) watch an element of the data, which is never reset, without a flush; here each rank is
 * notified. */
#include "comops/ranks/contract/tree.h"
#include "mpi/flush.h"

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        notify_ready(job, tree_parent(job));
        await_arrival(job, tree_parent(job)); /* the data may be passed on */
    }
    for (int distance = tree_top(job); distance > 0; distance /= 2) {
        const int child = tree_child(job, distance);

        if (child < 0)
            continue;
        await(child, READY);
        window_put(job, tree_data(job), child, 0);
        flush_and_notify(job, child); /* at once: it may have children */
    }
}

IMPLEMENTATION(mpi, flush, tree_broadcast, FLUSH_OVER_RECV, .run = run, .waits = "2 log2 P",
               .summary = "down a binomial tree: each rank puts to its children (MPI_Put, "
                          "MPI_Win_flush)");

/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix B: a token from the parent says that its
 * data may be read. There a rank polls with further gets for an element that is not zero, which
 * may wait forever or accept old data; here MPI_Win_flush completes its get, so the fences beside
 * both barriers are not needed. */
static bool setup_printed(struct job *job)
{
    return flush_open(job, window_create(job, tree_data(job), job->bytes, 0));
}

static void run_printed(struct job *job)
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

IMPLEMENTATION(mpi, flush, tree_broadcast_printed, .run = run_printed, .setup = setup_printed,
               .teardown = flush_teardown, .waits = "log2 P + 2",
               .summary = "barrier, down a binomial tree: a token (MPI_Send), MPI_Get, "
                          "MPI_Win_flush; barrier");
