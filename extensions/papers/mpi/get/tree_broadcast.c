/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix B. There tokens replace the fences, but a
 * rank polls for an element that still holds the previous trial's value, with gets that do not
 * complete before the epoch ends; and it reads into its window while others read from it. Here a
 * fence ends each level. It equals complete and wait, then post and start (MPI-3.1,
 * section 11.5.1): the data a rank reads on one level are visible to others on the next. */
#include "comops/ranks/contract/tree.h"
#include "mpi/rma_window.h"

static bool setup(struct job *job)
{
    return window_create(job, tree_data(job), job->bytes, 0);
}

static void run(struct job *job)
{
    fence_before_gets(job); /* the root's data may be read */
    for (int distance = tree_top(job); distance > 0; distance /= 2) {
        const int last = distance == 1 ? MPI_MODE_NOSUCCEED : MPI_MODE_NOPUT;

        if (distance == tree_level(job))
            window_get(job, job->recv, tree_parent(job), 0);
        /* This level's ranks have the data, for others to read; the senders' may be rewritten. */
        window_fence(job, last);
    }
}

IMPLEMENTATION(mpi, get, tree_broadcast, .run = run, .setup = setup, .teardown = window_free,
               .waits = "log2 P + 1",
               .summary = "fence, then for each level of the tree: MPI_Get from above, fence");
