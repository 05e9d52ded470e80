/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "mpi/reduction_type.h"

static void run(struct job *job)
{
    const struct elements of = elements_of(job);

    MPI_Allreduce(job->send, job->recv, of.count, of.type, of.operation, MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, allreduce, .run = run, .summary = "MPI_Allreduce");
