/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that all processes load from and store to (MPI_Win_allocate_shared; MPI 3.1, section
 * 11.2.3), at other addresses in each. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>

/* Open MPI 4.1 starts a part 264 bytes into a page. All processes add the same offset here, because
 * they map whole pages. */
static inline void *shared_window_align(void *memory)
{
    return (void *)(((uintptr_t)memory + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR);
}

/* Otherwise the window cannot be created, or ranks wait for what others do not see. */
static inline bool shared_window_possible(struct job *job)
{
    if (!job->shared_ranks || job->shared_ranks == job->ranks)
        return true;
    job->failure = "the MPI library does not let all ranks share memory (MPI_Comm_split_type)";
    return false;
}

/* Collective. `bytes` for each rank, zeroed and first touched by it; parts[rank] receives where
 * they begin in this process. */
static inline MPI_Win shared_window_create(const struct job *job, size_t bytes, void *parts[])
{
    MPI_Info info;
    MPI_Win window;
    MPI_Aint size;
    int unit;
    void *memory;

    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true"); /* each part on its own pages */
    MPI_Win_allocate_shared((MPI_Aint)bytes + CACHE_LINE_PAIR, 1, info, MPI_COMM_WORLD, &memory,
                            &window);
    MPI_Info_free(&info);
    for (int rank = 0; rank < job->ranks; rank++) {
        MPI_Win_shared_query(window, rank, &size, &unit, &memory);
        parts[rank] = shared_window_align(memory);
    }
    /* One epoch from here to the end: in the unified model loads then see other ranks' stores. The
     * C11 atomics order them, down to the processor's barriers; MPI_Win_sync would add another
     * barrier to the timed part. */
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
    memset(parts[job->rank], 0, bytes);
    MPI_Win_sync(window);        /* this rank's zeros are visible to others */
    MPI_Barrier(MPI_COMM_WORLD); /* all ranks have written theirs */
    MPI_Win_sync(window);        /* and this rank sees them */
    return window;
}

static inline void shared_window_free(MPI_Win *window)
{
    MPI_Win_unlock_all(*window);
    MPI_Win_free(window);
}

/* ---- loops that poll outside the library -------------------------------------------------- */

enum { POLLS_BEFORE_YIELD = 1 << 11 }; /* about 40 us: rarely reached if each rank has a core */

/* Call once for each unsuccessful poll; *polls is the loop's count. */
static inline void poll_again(unsigned *polls)
{
    poll_pause();
    if (++*polls % POLLS_BEFORE_YIELD == 0)
        sched_yield(); /* with more ranks than cores the other rank needs this core */
}

/* ---- flags -------------------------------------------------------------------------------- */

/* A flag is a number in shared memory that one rank stores and others wait for. Flags only grow. */

/* Acquire: everything the other rank wrote before it set the flag is visible afterwards. */
static inline void flag_wait(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_again(&polls);
}

/* Release: everything this rank wrote or read before is done when the other sees the flag. */
static inline void flag_set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}
