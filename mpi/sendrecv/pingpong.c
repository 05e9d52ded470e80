/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.1; distant: the thesis on Luecke's tests, section 4.3. Other ranks are idle.
 * In the listing of the thesis they all act as rank 1. */
#include "comops/comops.h"
#include "comops/contract/partner.h"

#include <mpi.h>

enum { TAG = 0 };

static void run(struct job *job)
{
    const int bytes = (int)job->bytes, partner = partner_of(job);

    if (!partner_takes_part(job))
        return;
    if (job->rank == ROOT) {
        MPI_Send(job->send, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
        MPI_Recv(job->recv, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(job->recv, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(job->send, bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    }
}

PINGPONG(mpi, sendrecv, .run = run, .waits = "1", .summary = "MPI_Send and MPI_Recv");
