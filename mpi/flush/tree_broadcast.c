/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4. Their versions in MPI-2 (appendices B
 * and C) watch an element of the data, which is never reset, without a flush; here each rank is
 * told. */
#include "comops/comops.h"
#include "mpi/flush.h"
#include "mpi/tree.h"

static void run(struct job *job)
{
    const int parent = job->rank & (job->rank - 1); /* the lowest bit cleared */
    const int first = tree_distance(job);

    if (job->rank != ROOT) {
        tell_ready(job, parent);
        hear_there(job, parent); /* the data may be passed on */
    }
    for (int distance = first; distance > 0; distance /= 2)
        if (tree_gives(job, distance)) {
            hear(job->rank + distance, READY);
            put(job, tree_data(job), job->rank + distance, 0);
            flush_and_tell(job, job->rank + distance); /* at once: it has children itself */
        }
}

IMPLEMENTATION(mpi, flush, tree_broadcast, .run = run, .setup = flush_setup,
               .teardown = flush_teardown,
               .summary = "down a binomial tree: each rank puts to its children (MPI_Put, "
                          "MPI_Win_flush)");
