/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI that only writes down which collective is called, and for what. */
#pragma once

#include <stdio.h>
#include <string.h>

typedef const char *MPI_Datatype, *MPI_Op;
typedef int MPI_Win;
enum { MPI_COMM_WORLD };
#define MPI_BYTE "byte"
#define MPI_DOUBLE "double"
#define MPI_FLOAT "float"
#define MPI_INT64_T "int64"
#define MPI_INT32_T "int32"
#define MPI_MAX "max"
#define MPI_SUM "sum"

extern char called[256];

#define CALL(...)                                                                                  \
    (void)snprintf(called + strlen(called), sizeof called - strlen(called), __VA_ARGS__)

#define MPI_Alltoall(out, count, type, in, ...) CALL("Alltoall %d %s;", count, type)
#define MPI_Alltoallv(out, counts, places, type, in, ...)                                          \
    CALL("Alltoallv %d at %d, %d at %d %s;", (counts)[0], (places)[0], (counts)[1], (places)[1],   \
         type)
#define MPI_Bcast(data, count, type, ...) CALL("Bcast %d %s;", count, type)
#define MPI_Reduce(from, to, count, type, operation, ...)                                          \
    CALL("Reduce %s of %d %s;", operation, count, type)
#define MPI_Allreduce(from, to, count, type, operation, ...)                                       \
    CALL("Allreduce %s of %d %s;", operation, count, type)
#define MPI_Accumulate(...) CALL("Accumulate;")
