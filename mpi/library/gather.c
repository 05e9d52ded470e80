/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int bytes = (int)job->bytes;

    MPI_Gather(job->send, bytes, MPI_BYTE, job->recv, bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, gather, .run = run, .summary = "MPI_Gather");
