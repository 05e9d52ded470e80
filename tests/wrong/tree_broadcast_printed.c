/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the levels end at two, so that no odd rank, all of them leaves, is ever reached. */
#include "comops/contract/tree.h"

static void run(struct job *job)
{
    for (int away = tree_top(job); away > 1; away /= 2) {
        if (tree_child(job, away) >= 0)
            memcpy(job->peers[tree_child(job, away)]->recv, tree_data(job), job->bytes);
#pragma omp barrier
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, tree_broadcast_printed, .run = run, .summary = "leaves left out");
