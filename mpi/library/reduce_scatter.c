/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    const int count = (int)(job->bytes / sizeof(double));

    MPI_Reduce_scatter_block(job->send, job->recv, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, reduce_scatter, .run = run,
               .summary = "MPI_Reduce_scatter_block with MPI_MAX");
