/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4, in the style of Luo 1996: at each level,
 * each rank that has the data copies them to its child's place in the shared temporary; after a
 * barrier the child copies them out. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/tree.h"

static void run(struct job *job)
{
    for (int bit = tree_top(job); bit > 0; bit /= 2) {
        const int child = tree_child(job, bit);

        if (child >= 0)
            memcpy(job->temporary + (size_t)child * job->bytes, tree_data(job), job->bytes);
#pragma omp barrier /* the data are in the places of all children of this level */
        if (bit == tree_level(job))
            memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
    }
#pragma omp barrier /* the last level has read: the next run may write */
}

IMPLEMENTATION(threads, barrier, tree_broadcast, .run = run, .temporary_bytes = buffer_bytes_all,
               .copies = "2 log2 P", .crossings = "P-1", .lines = "log2 P", .waits = "log2 P + 1",
               .summary = "at each level parents copy to a shared temporary, barrier, children "
                          "copy out; then a final barrier");
