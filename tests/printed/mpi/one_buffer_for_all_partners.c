/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.3, MPI, as printed but for the negative remainder: the same buffer
 * for every partner, without offsets. Each block overwrites the last, and all get the first. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;

    for (int j = 1; j < size; j++)
        MPI_Sendrecv(job->send, bytes, MPI_BYTE, (job->rank + j) % size, TAG, job->recv, bytes,
                     MPI_BYTE, (job->rank + size - j) % size, TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, one_buffer_for_all_partners, alltoall, .run = run,
               .summary = "blocks without places of their own");
