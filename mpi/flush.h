/* SPDX-License-Identifier: BSD-3-Clause */
/* What the protocols flush and flush_spin share. Passive target (MPI-3): one epoch from setup to
 * teardown (MPI_Win_lock_all), in which a window may be accessed at any time, and zero-byte
 * messages that say what the other rank cannot know:
 *
 * READY  the window is free: what its owner did with it came before (MPI_Win_sync)
 * THERE  what was put is there: MPI_Win_flush has completed it at the target, whose loads come
 * after (MPI_Win_sync) DONE   the data have been taken */
#ifndef FLUSH_H
#define FLUSH_H

#include "comops/comops.h"
#include "mpi/rma_window.h"

enum { READY = 1, THERE = 2, DONE = 3 };

static inline bool flush_open(struct job *job, bool created)
{
    if (created)
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window_of(job)); /* nobody locks exclusively */
    return created;
}

static inline bool flush_setup(struct job *job)
{
    return flush_open(job, window_over_recv(job));
}

static inline bool flush_setup_send(struct job *job)
{
    return flush_open(job, window_over_send(job));
}

static inline void flush_teardown(struct job *job)
{
    if (job->state)
        MPI_Win_unlock_all(window_of(job));
    window_free(job);
}

/* What this rank has done with its window is done before others see a message that it sends later,
 * and what others had completed before a message that came earlier is seen by its loads. */
static inline void window_sync(const struct job *job)
{
    MPI_Win_sync(window_of(job));
}

static inline void tell(int to, int what)
{
    MPI_Send(NULL, 0, MPI_BYTE, to, what, MPI_COMM_WORLD);
}

static inline void hear(int from, int what)
{
    MPI_Recv(NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Both, where all do it: neither blocks the other. */
static inline void tell_and_hear(int to, int from, int what)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, to, what, NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The window's owner: `origin` may write. */
static inline void tell_ready(const struct job *job, int origin)
{
    window_sync(job);
    tell(origin, READY);
}

/* The window's owner: `origin` has written. */
static inline void hear_there(const struct job *job, int origin)
{
    hear(origin, THERE);
    window_sync(job);
}

/* One message of job->bytes; it is not there before a flush. */
static inline void put(const struct job *job, const char *from, int to, size_t place)
{
    const int bytes = (int)job->bytes;

    MPI_Put(from, bytes, MPI_BYTE, to, (MPI_Aint)place, bytes, MPI_BYTE, window_of(job));
}

/* All that was put to `to` is there, and the buffers it came from may be rewritten; says so. */
static inline void flush_and_tell(const struct job *job, int to)
{
    MPI_Win_flush(to, window_of(job));
    tell(to, THERE);
}

#endif
