/* SPDX-License-Identifier: BSD-3-Clause */
/* The dissemination barrier (Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", International Journal of Parallel Programming 1988), with empty messages. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    /* After each round more ranks are known to have begun: 1, 3, 7, ... others. */
    for (int distance = 1; distance < job->ranks; distance *= 2) {
        const int to = rank_after(job, distance);
        const int from = rank_before(job, distance);

        MPI_Sendrecv(NULL, 0, MPI_BYTE, to, TAG, NULL, 0, MPI_BYTE, from, TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

IMPLEMENTATION(mpi, sendrecv, barrier, .run = run, .waits = "log2 P",
               .summary = "empty messages to the ranks 1, 2, 4, ... ahead (MPI_Sendrecv)");
