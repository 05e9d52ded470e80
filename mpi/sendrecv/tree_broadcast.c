/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, with the data where the paper's get version
 * (appendix B) sends tokens. */
#include "comops/comops.h"
#include "comops/contract/tree.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    for (int distance = tree_top(job); distance > 0; distance /= 2)
        if (distance == tree_level(job))
            MPI_Recv(job->recv, bytes, MPI_BYTE, tree_parent(job), TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        else if (tree_child(job, distance) >= 0)
            MPI_Send(tree_data(job), bytes, MPI_BYTE, tree_child(job, distance), TAG,
                     MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, sendrecv, tree_broadcast, .run = run, .waits = "log2 P",
               .summary = "down a binomial tree: each rank sends the data on (MPI_Send, MPI_Recv)");
