/* SPDX-License-Identifier: BSD-3-Clause */
/* As much of MPI as mpi/shared needs, its ranks being threads. */
#ifndef STAND_IN_MPI_H
#define STAND_IN_MPI_H

#include "tests/declared/counting.h"

typedef int MPI_Info, MPI_Win;
typedef long MPI_Aint;
enum { MPI_COMM_WORLD, MPI_INT, MPI_LAND, MPI_MODE_NOCHECK };
#define MPI_IN_PLACE NULL

static _Thread_local void *stand_in_part;

static inline void MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info,
                                           int communicator, void **memory, MPI_Win *window)
{
    (void)unit, (void)info, (void)communicator, (void)window;
    *memory = stand_in_part = counting_memory((size_t)bytes);
}

static inline void MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *bytes, int *unit,
                                        void **memory)
{
    (void)window, (void)bytes, (void)unit;
    *memory = counting_there(stand_in_part, rank);
}

#define MPI_Info_create(info) *(info) = 0
#define MPI_Info_set(info, key, value) (void)(info)
#define MPI_Info_free(info) (void)(info)
#define MPI_Allreduce(from, to, count, type, operation, communicator) (void)(to)
#define MPI_Barrier(communicator) counting_meet()
#define MPI_Win_lock_all(mode, window) (void)(window)
#define MPI_Win_unlock_all(window) (void)(window)
#define MPI_Win_sync(window) (void)(window)
#define MPI_Win_free(window) (void)(window)

#endif
