/* SPDX-License-Identifier: BSD-3-Clause */
/* Passive target synchronization (MPI-3). One epoch from setup to teardown (MPI_Win_lock_all), in
 * which windows may be accessed at any time, and zero-byte messages that notify the other rank:
 *
 * READY    the window is free; its owner's accesses came before (MPI_Win_sync)
 * ARRIVED  the puts are complete at the target (MPI_Win_flush), whose loads come after
 *          (MPI_Win_sync)
 * DONE     the data have been taken */
#pragma once

#include "mpi/rma_window.h"

enum { READY = 1, ARRIVED = 2, DONE = 3 };

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

/* Before others see a message that this rank sends later, its accesses to its window are done; and
 * its loads see what others completed before a message that it received earlier. */
static inline void window_sync(const struct job *job)
{
    MPI_Win_sync(window_of(job));
}

static inline void notify(int to, int what)
{
    MPI_Send(NULL, 0, MPI_BYTE, to, what, MPI_COMM_WORLD);
}

static inline void await(int from, int what)
{
    MPI_Recv(NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Both at once, if all ranks do so: neither blocks the other. */
static inline void notify_and_await(int to, int from, int what)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, to, what, NULL, 0, MPI_BYTE, from, what, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The window's owner: `origin` may write. */
static inline void notify_ready(const struct job *job, int origin)
{
    window_sync(job);
    notify(origin, READY);
}

/* The window's owner: `origin` has written. */
static inline void await_arrival(const struct job *job, int origin)
{
    await(origin, ARRIVED);
    window_sync(job);
}

/* Completes all puts to `to`, after which their buffers may be rewritten, and notifies it. */
static inline void flush_and_notify(const struct job *job, int to)
{
    MPI_Win_flush(to, window_of(job));
    notify(to, ARRIVED);
}

#define FLUSH_OVER_RECV .setup = flush_setup, .teardown = flush_teardown
#define FLUSH_OVER_SEND .setup = flush_setup_send, .teardown = flush_teardown
