/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix C. There a rank polls the last element of
 * its buffer inside the epoch in which it is written, which MPI forbids, and the element still
 * holds the previous trial's value. Here a fence ends each level. */
#include "comops/comops.h"
#include "comops/contract/tree.h"
#include "mpi/rma_window.h"

static void run(struct job *job)
{
    const MPI_Win window = window_of(job);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window); /* all receive buffers may be written */
    for (int distance = tree_top(job); distance > 0; distance /= 2) {
        const int last = distance == 1 ? MPI_MODE_NOSUCCEED : 0, child = tree_child(job, distance);

        if (child >= 0)
            window_put(job, tree_data(job), child, 0);
        /* This level's ranks have the data and may pass them on; the senders' may be rewritten. */
        MPI_Win_fence(MPI_MODE_NOSTORE | last, window);
    }
}

IMPLEMENTATION(mpi, put, tree_broadcast, .run = run, .setup = window_over_recv,
               .teardown = window_free, .waits = "log2 P + 1",
               .summary = "fence, then for each level of the tree: MPI_Put to the next, fence");
