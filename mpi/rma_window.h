/* SPDX-License-Identifier: BSD-3-Clause */
/* The one-sided protocols share this: an MPI-2 window (MPI_Win_create) over one of the rank's
 * buffers, addressed in bytes from its beginning. A rank without a buffer exposes nothing, but
 * still belongs to the window. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>
#include <stdalign.h>
#include <stdlib.h>

/* job->state. */
struct window {
    MPI_Win handle;
    alignas(8) char scratch[]; /* private to the rank */
};

/* Collective, with `scratch` bytes; afterwards all ranks have a window or none has. */
static inline bool window_create(struct job *job, void *base, size_t bytes, size_t scratch)
{
    struct window *window = malloc(sizeof *window + scratch);
    int good = window != NULL;

    /* If one rank left alone, the others would hang in MPI_Win_create. */
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (good) {
        MPI_Win_create(base, (MPI_Aint)bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window->handle);
    } else {
        free(window);
        window = NULL;
    }
    job->state = window;
    return good;
}

static inline MPI_Win window_of(const struct job *job)
{
    return ((const struct window *)job->state)->handle;
}

static inline char *window_scratch(const struct job *job)
{
    return ((struct window *)job->state)->scratch;
}

/* One message of job->bytes into or out of another rank's window; the end of the epoch, or a flush,
 * completes it. */
static inline void window_put(const struct job *job, const char *from, int to, size_t place)
{
    const int bytes = (int)job->bytes;

    MPI_Put(from, bytes, MPI_BYTE, to, (MPI_Aint)place, bytes, MPI_BYTE, window_of(job));
}

static inline void window_get(const struct job *job, char *into, int from, size_t place)
{
    const int bytes = (int)job->bytes;

    MPI_Get(into, bytes, MPI_BYTE, from, (MPI_Aint)place, bytes, MPI_BYTE, window_of(job));
}

/* The fences of an epoch of puts or of gets, and its last one: no stores into the window since the
 * last fence, none to come. */
static inline void window_fence(const struct job *job, int assertions)
{
    MPI_Win_fence(assertions, window_of(job));
}

static inline void fence_before_puts(const struct job *job)
{
    window_fence(job, MPI_MODE_NOPRECEDE);
}

static inline void fence_before_gets(const struct job *job)
{
    window_fence(job, MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT);
}

static inline void fence_last(const struct job *job)
{
    window_fence(job, MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED);
}

/* The hooks: others write into this rank's receive buffer, or read its send buffer. */
static inline bool window_over_recv(struct job *job)
{
    return window_create(job, job->recv, job->pattern->recv_bytes(job), 0);
}

static inline bool window_over_send(struct job *job)
{
    return window_create(job, job->send, job->pattern->send_bytes(job), 0);
}

/* Call after every epoch has ended, as MPI requires. */
static inline void window_free(struct job *job)
{
    struct window *window = job->state;

    if (window)
        MPI_Win_free(&window->handle);
    free(window);
    job->state = NULL;
}

#define WINDOW_OVER_RECV .setup = window_over_recv, .teardown = window_free
#define WINDOW_OVER_SEND .setup = window_over_send, .teardown = window_free
