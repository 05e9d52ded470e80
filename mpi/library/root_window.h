/* SPDX-License-Identifier: BSD-3-Clause */
/* A window that the library allocates, so that ranks may access it in shared memory, without rank
 * 0's help. Only rank 0 exposes memory, which is 0 at first. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>
#include <stdlib.h>

/* job->state. */
struct root_window {
    MPI_Win handle;
    char *exposed;
    char scratch[]; /* as many bytes, private to each rank */
};

/* Collective; afterwards all ranks have a window or none has. */
static inline bool root_window_open(struct job *job, size_t bytes)
{
    struct root_window *window = malloc(sizeof *window + bytes);
    int good = window != NULL;

    /* If one rank left alone, the others would hang in MPI_Win_allocate. */
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (!good) {
        free(window);
        return false;
    }
    job->state = window;
    MPI_Win_allocate(job->rank == ROOT ? (MPI_Aint)bytes : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &window->exposed, &window->handle);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, job->rank, 0, window->handle);
    if (job->rank == ROOT)
        memset(window->exposed, 0, bytes);
    MPI_Win_unlock(job->rank, window->handle); /* the zeros are visible to others */
    MPI_Barrier(MPI_COMM_WORLD);
    return true;
}

static inline MPI_Win root_window(const struct job *job)
{
    return ((const struct root_window *)job->state)->handle;
}

static inline void root_window_close(struct job *job)
{
    struct root_window *window = job->state;

    if (window)
        MPI_Win_free(&window->handle);
    free(window);
    job->state = NULL;
}

/* For one word of 8 bytes, which all ranks may access at any time. */
static inline bool root_word_open(struct job *job)
{
    if (!root_window_open(job, sizeof(uint64_t)))
        return false;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, root_window(job)); /* nobody locks exclusively */
    return true;
}

static inline void root_word_close(struct job *job)
{
    if (job->state)
        MPI_Win_unlock_all(root_window(job));
    root_window_close(job);
}
