/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>
#include <string.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    memcpy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int to = (job->rank + j) % job->ranks;
        const int from = (job->rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        MPI_Sendrecv(job->send, bytes, MPI_BYTE, to, TAG, job->recv + (size_t)from * job->bytes,
                     bytes, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

IMPLEMENTATION(mpi, sendrecv, allgather, .run = run, .waits = "P-1",
               .summary = "with one partner after the other, in rotated order (MPI_Sendrecv)");
