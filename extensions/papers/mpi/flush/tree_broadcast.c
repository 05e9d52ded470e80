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
