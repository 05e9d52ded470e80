/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/mpi_reduction.h"

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    MPI_Reduce(job->send, job->recv, reduction.count, reduction.datatype, reduction.op, ROOT,
               MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, reduce, .run = run, .summary = "MPI_Reduce");
