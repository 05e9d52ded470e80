/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int count = (int)(job->bytes / sizeof(double));

    MPI_Reduce(job->send, job->recv, count, MPI_DOUBLE, MPI_MAX, ROOT, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, reduce, .run = run, .summary = "MPI_Reduce with MPI_MAX");
