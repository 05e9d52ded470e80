/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI that only writes down what is called: calls with data in capitals, as the report prints them;
 * messages without data, which it omits, as "go" and "await-go". */
#pragma once

#include <stdio.h>
#include <string.h>

typedef int MPI_Datatype, MPI_Comm, MPI_Request;
enum { MPI_PROC_NULL = -1, MPI_BYTE = 0, MPI_COMM_WORLD = 0 };
#define MPI_STATUS_IGNORE NULL

static char called[256];

static inline void call(const char *name, int count, int rank, MPI_Request *request)
{
    if (request)
        *request = count > 0 && rank != MPI_PROC_NULL;
    if (rank == MPI_PROC_NULL)
        return;
    if (count == 0)
        name = strstr(name, "SEND") ? "go" : "await-go";
    snprintf(called + strlen(called), sizeof called - strlen(called), "%s%s", *called ? " " : "",
             name);
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
