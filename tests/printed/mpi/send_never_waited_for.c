/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, table 1, protocol (0,1), as printed: isend, receive, and no wait. Until the wait MPI
 * may still be reading the send buffer; here rank 0's is read as late as its next call of MPI. A
 * run ends with what the pattern allows after it: rank 0 rewrites its buffer, and puts it right
 * again when all is over. */
#include "comops/contract/volume.h"

#include <mpi.h>

enum { TAG = 0 };

/* Rank 0's own isend has not read the buffer when this returns. */
static void swap(struct job *job)
{
    const int volume = (int)job->series, partner = 1 - job->rank;

    if (job->rank == 1)
        MPI_Send(job->send, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    MPI_Recv(job->recv, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    swap(job);
    if (job->rank == 0) {
        job->send[0] ^= 1;
        MPI_Send(job->send, (int)job->series, MPI_BYTE, 1, TAG, MPI_COMM_WORLD); /* the isend */
        job->send[0] ^= 1;
    }
}

IMPLEMENTATION(mpi, send_never_waited_for, swap, .run = run,
               .summary = "the send buffer is used again before it has been read");
