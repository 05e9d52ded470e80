/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.3, MPI, as printed but for the direction: in C (0 - 1) % size is -1.
 * Where that is MPI_PROC_NULL (MPICH) rank 0 receives nothing and says nothing; elsewhere MPI ends the
 * program. MPI_Sendrecv in its parts, so that the waiting ends. */
#include "comops/comops.h"
#include "tests/printed/patience.h"

#include <mpi.h>

enum { TAG = 0 };

static bool complete(MPI_Request *request)
{
    int flag;

    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, size = job->ranks;
    const int dest = (job->rank + 1) % size, origin = (job->rank - 1) % size;
    MPI_Request send, receive;

    MPI_Irecv(job->recv, bytes, MPI_BYTE, origin, TAG, MPI_COMM_WORLD, &receive);
    MPI_Isend(job->send, bytes, MPI_BYTE, dest, TAG, MPI_COMM_WORLD, &send);
    WAIT_UNTIL(complete(&receive));
    WAIT_UNTIL(complete(&send));
}

IMPLEMENTATION(mpi, remainder_of_minus_one, shift, .run = run,
               .summary = "rank 0's left neighbour is -1");
