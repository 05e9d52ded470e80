/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.3, MPI, as printed but for the negative remainder: the destination is
 * the rank before. That is a shift to the left; the listings by get shift to the right. */
#include "comops/comops.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;
    const int dest = (job->rank + size - 1) % size, origin = (job->rank + 1) % size;

    MPI_Sendrecv(job->send, bytes, MPI_BYTE, dest, TAG, job->recv, bytes, MPI_BYTE, origin, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, shifts_to_the_left, shift, .run = run, .summary = "the wrong direction");
