/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenSHMEM 1.4's collectives need a work array, and elements of 4 or 8 bytes. Blocks of other
 * sizes are copied and padded to a multiple of 8 inside the timed run, because the interface
 * requires it.
 *
 * Before a collective every receive buffer must be free and no PE may still use the work array
 * (1.4, section 9.8): shmem_sync_all ensures both and is part of each run. */
#pragma once

#include "comops/comops.h"

#include <shmem.h>

struct library {
    long sync[SHMEM_SYNC_SIZE];
    bool padded, wide; /* wide: elements of 8 bytes */
    size_t count;      /* elements of a block */
    size_t block;      /* bytes of a block with its padding */
    char *out, *in;    /* padded blocks */
    double *work;      /* of reductions */
};

/* Symmetric memory for that many padded blocks out and in, if padding is needed, and `work`
 * doubles. */
static inline bool library_open(struct job *job, int out, int in, size_t work)
{
    const bool padded = job->bytes % 4 != 0;
    const size_t block = padded ? (job->bytes + 7) / 8 * 8 : job->bytes;
    const size_t places = padded ? (size_t)(out + in) * block : 0;
    const size_t head = (sizeof(struct library) + 63) / 64 * 64;
    char *memory = shmem_align(64, head + places + work * sizeof(double));

    if (!memory)
        return false;
    struct library *library = (struct library *)memory;

    *library = (struct library){.padded = padded,
                                .wide = block % 8 == 0,
                                .count = block / (block % 8 == 0 ? 8 : 4),
                                .block = block,
                                .out = memory + head,
                                .in = memory + head + (padded ? (size_t)out * block : 0),
                                .work = (double *)(memory + head + places)};
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
        library->sync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all(); /* the work arrays of all are ready */
    job->state = library;
    return true;
}

static inline void library_teardown(struct job *job)
{
    shmem_free(job->state);
}

/* The blocks to send and the space for received ones, as whole elements. */
static inline const void *library_pack(const struct job *job, int blocks)
{
    const struct library *library = job->state;

    for (int i = 0; library->padded && i < blocks; i++)
        memcpy(library->out + (size_t)i * library->block, job->send + (size_t)i * job->bytes,
               job->bytes);
    return library->padded ? library->out : job->send;
}

static inline void *library_place(const struct job *job)
{
    const struct library *library = job->state;

    return library->padded ? library->in : job->recv;
}

static inline void library_unpack(const struct job *job, int blocks)
{
    const struct library *library = job->state;

    for (int i = 0; library->padded && i < blocks; i++)
        memcpy(job->recv + (size_t)i * job->bytes, library->in + (size_t)i * library->block,
               job->bytes);
}
