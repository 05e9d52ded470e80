/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4. Their MPI-2 versions (appendices B and
 * C) watch an element of the data, inside an epoch and never reset, to detect their arrival; here
 * the end of the epoch does so. */
#include "comops/ranks/contract/tree.h"
#include "mpi/pscw/pscw.h"

static bool is_parent(const struct job *job, int other)
{
    return other == tree_parent(job);
}

static bool is_child(const struct job *job, int other)
{
    return other != ROOT && (other & (other - 1)) == job->rank;
}

static bool setup(struct job *job)
{
    return pscw_over_recv(job, is_parent, is_child);
}

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        epoch_post(job);
        epoch_wait(job); /* the data have arrived and may be passed on */
    }
    if (tree_child(job, 1) < 0)
        return; /* no children */
    epoch_start(job);
    for (int distance = tree_top(job); distance > 0; distance /= 2)
        if (tree_child(job, distance) >= 0)
            window_put(job, tree_data(job), tree_child(job, distance), 0);
    epoch_complete(job); /* the buffer may be rewritten */
}

IMPLEMENTATION(mpi, pscw, tree_broadcast, .run = run, .setup = setup, .teardown = pscw_teardown,
               .waits = "2 log2 P",
               .summary = "down a binomial tree: each rank puts to its children (MPI_Put), in one "
                          "epoch with them");
