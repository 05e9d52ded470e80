/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    char *buffer = job->rank == ROOT ? job->send : job->recv;

    MPI_Bcast(buffer, (int)job->bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, broadcast, .run = run, .summary = "MPI_Bcast");
