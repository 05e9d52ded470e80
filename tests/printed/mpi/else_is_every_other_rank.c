/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.2, MPI, as printed: `if (rank == 0) ... else ...` is right with two
 * ranks alone; each further one receives from rank 0, which never sends to it. */
#include "comops/comops.h"
#include "tests/printed/patience.h"

#include <mpi.h>

enum { TAG = 0 };

static bool message_from(int rank)
{
    int there;

    MPI_Iprobe(rank, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    return there;
}

static void receive(struct job *job, int from)
{
    WAIT_UNTIL(message_from(from));
    MPI_Recv(job->recv, (int)job->bytes, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void run(struct job *job)
{
    if (job->rank == 0) {
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        receive(job, 1);
    } else {
        receive(job, 0);
        MPI_Send(job->send, (int)job->bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

IMPLEMENTATION(mpi, else_is_every_other_rank, pingpong, .run = run,
               .summary = "all ranks but the first take the second one's part");
