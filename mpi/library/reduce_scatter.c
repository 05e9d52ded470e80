/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "mpi/reduction_type.h"

static void run(struct job *job)
{
    const struct elements of = elements_of(job);

    MPI_Reduce_scatter_block(job->send, job->recv, of.count, of.type, of.operation, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, reduce_scatter, .run = run, .summary = "MPI_Reduce_scatter_block");
