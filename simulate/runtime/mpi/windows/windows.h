/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "simulate/runtime/mpi/mpi_process.h"

enum { DATATYPES = 8 };

struct window *window_of(struct process *self, MPI_Win window);

/* A packet's tag that says what to do with the data of MPI_Accumulate. */
static inline int accumulation(MPI_Datatype type, MPI_Op op)
{
    return op * DATATYPES + type;
}
