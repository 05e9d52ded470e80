/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows that all ranks load from and store to. MPI_Info is ignored: each part lies on its own
 * pages anyway. */
#include "simulate/runtime/mpi/mpi_process.h"

#include "simulate/coherence/engine.h"
#include "simulate/watch/watch.h"

enum { PAGE_BYTES = 4096 };

int MPI_Info_create(MPI_Info *info)
{
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    (void)info;
    (void)key;
    (void)value;
    return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info *info)
{
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *memory,
                            MPI_Win *window)
{
    struct process *self = process_self();
    void *part;

    engine_allocates(self->rank);
    part = watch_allocate(PAGE_BYTES, (size_t)bytes);
    if (!part)
        process_fail("no simulated memory for %td bytes", bytes);
    *(void **)memory = part;
    MPI_Win_create(part, bytes, unit, info, comm, window);
    window_of(self, *window)->shared = true;
    return MPI_SUCCESS;
}

int MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *bytes, int *unit, void *memory)
{
    const struct window *there = window_of(&processes[rank], window);

    *bytes = (MPI_Aint)there->bytes;
    *unit = 1;
    *(void **)memory = there->base;
    return MPI_SUCCESS;
}

/* A full barrier of the processor, because memory is shared. */
int MPI_Win_sync(MPI_Win window)
{
    if (window_of(process_self(), window)->shared)
        watched_fence(memory_order_seq_cst, NULL);
    return MPI_SUCCESS;
}
