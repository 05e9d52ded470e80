/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocking messages of job->bytes. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>

enum { MESSAGE, ACKNOWLEDGEMENT }; /* tags */

static inline void blocking_send(const struct job *job, const char *from, int to)
{
    MPI_Send(from, (int)job->bytes, MPI_BYTE, to, MESSAGE, MPI_COMM_WORLD);
}

static inline void blocking_receive(const struct job *job, char *into, int from)
{
    MPI_Recv(into, (int)job->bytes, MPI_BYTE, from, MESSAGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static inline void blocking_exchange(const struct job *job, const char *out, int to, char *in,
                                     int from)
{
    const int bytes = (int)job->bytes;

    MPI_Sendrecv(out, bytes, MPI_BYTE, to, MESSAGE, in, bytes, MPI_BYTE, from, MESSAGE,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
