/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    MPI_Allgather(job->send, bytes, MPI_BYTE, job->recv, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, allgather, .run = run, .summary = "MPI_Allgather");
