/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix C. There a rank polls the last element of
 * its buffer inside the epoch in which it is written, which MPI forbids, and the element still
 * holds the previous trial's value. Here a fence ends each level; tree_broadcast_printed has the
 * printed shape. */
#include "comops/ranks/contract/tree.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    fence_before_puts(job); /* all receive buffers may be written */
    for (int distance = tree_top(job); distance > 0; distance /= 2) {
        const int last = distance == 1 ? MPI_MODE_NOSUCCEED : 0, child = tree_child(job, distance);

        if (child >= 0)
            window_put(job, tree_data(job), child, 0);
        /* This level's ranks have the data and may pass them on; the senders' may be rewritten. */
        window_fence(job, MPI_MODE_NOSTORE | last);
    }
}

IMPLEMENTATION(mpi, put, tree_broadcast, WINDOW_OVER_RECV, .run = run, .waits = "log2 P + 1",
               .summary = "fence, then for each level of the tree: MPI_Put to the next, fence");
