/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the levels end at two, so that no odd rank, all of them leaves, is ever reached. */
#include "comops/comops.h"

static void run(struct job *job)
{
    int bit = 1;

    while (2 * bit < job->ranks)
        bit *= 2;
    for (; bit > 1; bit /= 2) {
        const char *data = job->rank == ROOT ? job->send : job->recv;
        const int child = job->rank + bit;

#pragma omp barrier
        if (job->rank % (2 * bit) == 0 && child < job->ranks)
            memcpy(job->peers[child]->recv, data, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, tree_broadcast, .run = run, .summary = "leaves left out");
