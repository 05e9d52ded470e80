/* SPDX-License-Identifier: BSD-3-Clause */
/* Partitioned communication was added in MPI 4. Only the library that a worker runs on can tell
 * whether it has it, because it may be newer than the one whose header the worker was compiled
 * with. */
#pragma once

#include "comops/comops.h"

#include <dlfcn.h>
#include <mpi.h>

struct partitioned_calls {
    int (*send_init)(const void *data, int partitions, MPI_Count count, MPI_Datatype type, int to,
                     int tag, MPI_Comm communicator, MPI_Info info, MPI_Request *request);
    int (*receive_init)(void *data, int partitions, MPI_Count count, MPI_Datatype type, int from,
                        int tag, MPI_Comm communicator, MPI_Info info, MPI_Request *request);
    int (*ready)(int partition, MPI_Request request);
};

/* NULL if the library lacks them. */
static inline const struct partitioned_calls *partitioned_calls(void)
{
    static struct partitioned_calls calls;

    if (!calls.ready) {
        *(void **)&calls.send_init = dlsym(RTLD_DEFAULT, "MPI_Psend_init");
        *(void **)&calls.receive_init = dlsym(RTLD_DEFAULT, "MPI_Precv_init");
        *(void **)&calls.ready = dlsym(RTLD_DEFAULT, "MPI_Pready");
    }
    return calls.send_init && calls.receive_init && calls.ready ? &calls : NULL;
}

static inline const char *partitioned_refused(void)
{
    return partitioned_calls() ? NULL
                               : "this MPI library has no partitioned communication, which came "
                                 "with MPI 4; name one that has by --mpi";
}
