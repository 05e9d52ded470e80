/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "mpi/sendrecv/blocking.h"

#include <string.h>

static void run(struct job *job)
{
    memcpy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int to = (job->rank + j) % job->ranks;
        const int from = (job->rank + job->ranks - j) % job->ranks; /* C: -1 % ranks is -1 */

        blocking_exchange(job, job->send, to, job->recv + (size_t)from * job->bytes, from);
    }
}

IMPLEMENTATION(mpi, sendrecv, allgather, .run = run, .waits = "P-1",
               .summary = "with one partner after the other, in rotated order (MPI_Sendrecv)");
