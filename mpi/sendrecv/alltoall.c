/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5. The listing of the thesis on the same tests uses one
 * buffer for all partners; here each block has its own place. */
#include "comops/comops.h"

#include <mpi.h>
#include <string.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;
    const size_t own = (size_t)job->rank * job->bytes;

    memcpy(job->recv + own, job->send + own, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int to = (job->rank + j) % job->ranks;
        const int from = (job->rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        MPI_Sendrecv(job->send + (size_t)to * job->bytes, bytes, MPI_BYTE, to, TAG,
                     job->recv + (size_t)from * job->bytes, bytes, MPI_BYTE, from, TAG,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

IMPLEMENTATION(mpi, sendrecv, alltoall, .run = run,
               .summary = "with one partner after the other, in rotated order (MPI_Sendrecv)");
