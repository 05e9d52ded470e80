/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank's accesses to data in its own buffers. Watched. */
#include "simulate/runtime/mpi/mpi_process.h"

void buffer_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static enum reduction reduction_of(MPI_Datatype type, bool is_sum)
{
    switch (type) {
    case MPI_FLOAT: return is_sum ? SUM_FLOAT : MAX_FLOAT;
    case MPI_INT64_T: return is_sum ? SUM_INT64 : MAX_INT64;
    case MPI_INT32_T: return is_sum ? SUM_INT32 : MAX_INT32;
    case MPI_DOUBLE: return is_sum ? SUM_DOUBLE : MAX_DOUBLE;
    default: process_fail("datatype %d is not reduced", type);
    }
}

static void merge_int(int *into, const int *from, size_t count, bool is_sum)
{
    for (size_t i = 0; i < count; i++)
        into[i] = is_sum ? into[i] + from[i] : into[i] && from[i];
}

void buffer_merge(void *into, const void *from, size_t bytes, MPI_Datatype type, MPI_Op op)
{
    if (type == MPI_INT)
        merge_int(into, from, bytes / sizeof(int), op == MPI_SUM);
    else
        reduce_local(reduction_of(type, op == MPI_SUM), into, into, from, bytes);
}
