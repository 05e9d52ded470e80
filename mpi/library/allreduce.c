/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/mpi_reduction.h"

static void run(struct job *job)
{
    const struct mpi_reduction reduction = mpi_reduction_of(job);

    MPI_Allreduce(job->send, job->recv, reduction.count, reduction.datatype, reduction.op,
                  MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, allreduce, .run = run, .summary = "MPI_Allreduce");
