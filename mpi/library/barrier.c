/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <mpi.h>

static void run(struct job *job)
{
    (void)job;
    MPI_Barrier(MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, library, barrier, .run = run, .summary = "MPI_Barrier");
