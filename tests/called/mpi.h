/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI that only writes down what is called, in `called`: messages with data in capitals, as
 * Worley's report prints them; those without, which it omits, as "go" and "await-go"; collectives
 * by name, and for what. */
#pragma once

#include <stdio.h>
#include <string.h>

typedef const char *MPI_Datatype, *MPI_Op;
typedef int MPI_Comm, MPI_Request, MPI_Win;
enum { MPI_PROC_NULL = -1, MPI_COMM_WORLD };
#define MPI_STATUS_IGNORE NULL
#define MPI_BYTE "byte"
#define MPI_DOUBLE "double"
#define MPI_FLOAT "float"
#define MPI_INT64_T "int64"
#define MPI_INT32_T "int32"
#define MPI_MAX "max"
#define MPI_SUM "sum"

extern char called[256]; /* the test's */

#define CALL(...)                                                                                  \
    (void)snprintf(called + strlen(called), sizeof called - strlen(called), __VA_ARGS__)

static inline void call(const char *name, int count, int rank, MPI_Request *request)
{
    if (request)
        *request = count > 0 && rank != MPI_PROC_NULL;
    if (rank == MPI_PROC_NULL)
        return;
    if (count == 0)
        name = strstr(name, "SEND") ? "go" : "await-go";
    CALL("%s%s", *called ? " " : "", name);
}

#define BLOCKING(function, name)                                                                   \
    static inline int function(const void *data, int count, MPI_Datatype type, int to, int tag,    \
                               MPI_Comm communicator)                                              \
    {                                                                                              \
        (void)data, (void)type, (void)tag, (void)communicator;                                     \
        call(name, count, to, NULL);                                                               \
        return 0;                                                                                  \
    }
#define NONBLOCKING(function, name)                                                                \
    static inline int function(const void *data, int count, MPI_Datatype type, int to, int tag,    \
                               MPI_Comm communicator, MPI_Request *request)                        \
    {                                                                                              \
        (void)data, (void)type, (void)tag, (void)communicator;                                     \
        call(name, count, to, request);                                                            \
        return 0;                                                                                  \
    }

BLOCKING(MPI_Send, "SEND")
BLOCKING(MPI_Bsend, "BSEND")
BLOCKING(MPI_Rsend, "RSEND")
NONBLOCKING(MPI_Isend, "ISEND")
NONBLOCKING(MPI_Irsend, "IRSEND")
NONBLOCKING(MPI_Irecv, "IRECV")

static inline void MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag,
                            MPI_Comm communicator, void *status)
{
    (void)data, (void)type, (void)tag, (void)communicator, (void)status;
    call("RECV", count, from, NULL);
}

#define MPI_Sendrecv(data, count, type, to, tag, in, ...)                                          \
    ((void)(in), call("SENDRECV", count, 0, NULL))

/* Of a message with data. */
static inline void MPI_Wait(MPI_Request *request, void *status)
{
    (void)status;
    if (*request)
        call("WAIT", 1, 0, NULL);
}

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
