/* SPDX-License-Identifier: BSD-3-Clause */
/* A reduction as MPI names it. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>

struct mpi_reduction {
    int count; /* of job->bytes */
    MPI_Datatype datatype;
    MPI_Op op;
};

static inline struct mpi_reduction mpi_reduction_of(const struct job *job)
{
    const int count = (int)(job->bytes / reduction_size(job->reduction));

    switch (job->reduction) {
    case MAX_FLOAT: return (struct mpi_reduction){count, MPI_FLOAT, MPI_MAX};
    case MAX_INT64: return (struct mpi_reduction){count, MPI_INT64_T, MPI_MAX};
    case MAX_INT32: return (struct mpi_reduction){count, MPI_INT32_T, MPI_MAX};
    case SUM_DOUBLE: return (struct mpi_reduction){count, MPI_DOUBLE, MPI_SUM};
    case SUM_FLOAT: return (struct mpi_reduction){count, MPI_FLOAT, MPI_SUM};
    case SUM_INT64: return (struct mpi_reduction){count, MPI_INT64_T, MPI_SUM};
    case SUM_INT32: return (struct mpi_reduction){count, MPI_INT32_T, MPI_SUM};
    default: return (struct mpi_reduction){count, MPI_DOUBLE, MPI_MAX};
    }
}

/* Into the beginning of a rank's window. */
static inline void mpi_reduction_accumulate(const struct mpi_reduction *reduction, const char *from,
                                            int to, MPI_Win window)
{
    MPI_Accumulate(from, reduction->count, reduction->datatype, to, 0, reduction->count,
                   reduction->datatype, reduction->op, window);
}
