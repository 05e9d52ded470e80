/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, with the data where the paper's get version
 * (appendix B) sends tokens. */
#include "comops/ranks/contract/tree.h"
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    for (int distance = tree_top(job); distance > 0; distance /= 2)
        if (distance == tree_level(job))
            blocking_receive(job, job->recv, tree_parent(job));
        else if (tree_child(job, distance) >= 0)
            blocking_send(job, tree_data(job), tree_child(job, distance));
}

IMPLEMENTATION(mpi, sendrecv, tree_broadcast, .run = run, .waits = "log2 P",
               .summary = "down a binomial tree: each rank sends the data on (MPI_Send, MPI_Recv)");
