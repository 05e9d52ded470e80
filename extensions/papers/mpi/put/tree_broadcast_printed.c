/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix C: each rank that has the data puts them to
 * its children. There a rank polls the last element of its buffer inside the epoch in which it is
 * written, which MPI forbids, and the element still holds the previous trial's value. Here
 * MPI_Win_flush completes a put, and a token says so, as those of appendix B do; the fences beside
 * both barriers are not needed. */
#include "comops/ranks/contract/tree.h"
#include "mpi/flush.h"

static void run(struct job *job)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (job->rank != ROOT)
        await_arrival(job, tree_parent(job)); /* the token: the data may be passed on */
    for (int distance = tree_top(job); distance > 0; distance /= 2) {
        const int child = tree_child(job, distance);

        if (child < 0)
            continue;
        window_put(job, tree_data(job), child, 0);
        flush_and_notify(job, child);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* all have the data */
}

IMPLEMENTATION(mpi, put, tree_broadcast_printed, FLUSH_OVER_RECV, .run = run,
               .waits = "log2 P + 2",
               .summary = "barrier, down a binomial tree: MPI_Put, MPI_Win_flush, a token "
                          "(MPI_Send); barrier");
