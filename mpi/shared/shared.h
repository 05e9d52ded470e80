/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared temporary for processes (MPI_Win_allocate_shared; MPI 3.1, section 11.2.3), accessed by
 * load and store alone. Data are copied twice, from private buffer to temporary to private buffer,
 * as in Luo 1996, but without his barriers:
 *
 * Each rank has a ring of slots, which it alone fills; others copy out of them (ring.h). A step
 * fills one slot for each lane: one lane per receiver where each receives different data, otherwise
 * one lane. A long message takes many steps, so that copying in and copying out overlap. */
#pragma once

#include "mpi/shared_window.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    INLINE_BYTES = 56,  /* payload that fits into the cache line of a number */
    DEPTH = 8,          /* steps a sender may be ahead of its slowest receiver */
    PIECE_LEAST = 2048, /* bytes of a message that one step takes */
    PIECE_MOST = 16384, /* fits the first-level cache */
    RING_MOST = 1 << 20 /* bytes; with many lanes, pieces are smaller */
};
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "a lock would be private to each process");

/* A slot carries the number of its step: a rank that sees it also sees the payload. Numbers never
 * share a line with another rank's. */
struct slot {
    alignas(CACHE_LINE) _Atomic uint64_t number;
    char inlined[INLINE_BYTES]; /* a short payload: one transfer brings both */
    char payload[];             /* a longer one */
};

/* One rank's segment of the window, written by that rank alone unless an implementation says
 * otherwise. The slots follow. */
struct segment {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t taken; /* steps whose data it took from all others */
};

/* job->state, private. */
struct shared {
    MPI_Win window;
    uint64_t step; /* the last one; the same on all ranks that take part */
    size_t piece;  /* bytes of a message that one step takes */
    size_t stride; /* of slots */
    size_t lanes;
    void *more; /* an implementation's own */
    struct segment *segments[]; /* by rank, at this process's addresses */
};

static inline struct slot *slot_of(const struct job *job, int rank, uint64_t step, int lane)
{
    const struct shared *shared = job->state;
    const size_t index = step % DEPTH * shared->lanes + (size_t)lane;

    return (struct slot *)((char *)(shared->segments[rank] + 1) + index * shared->stride);
}

/* The whole message if it is short, otherwise at most a quarter of it. */
static inline size_t piece_bytes(size_t bytes, int lanes)
{
    const size_t fitting = RING_MOST / DEPTH / (size_t)lanes / CACHE_LINE * CACHE_LINE;
    size_t piece = (bytes / 4 + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;

    piece = piece < PIECE_LEAST ? PIECE_LEAST : piece > PIECE_MOST ? PIECE_MOST : piece;
    return piece < fitting ? piece : fitting > CACHE_LINE ? fitting : CACHE_LINE;
}

/* Collective. `slots` in this rank's segment, each with space for `piece` bytes. */
static inline bool shared_create(struct job *job, int lanes, size_t slots, size_t piece)
{
    const size_t segments = (size_t)job->ranks * sizeof(struct segment *);
    struct shared *shared = malloc(sizeof *shared + segments);
    int good = shared != NULL && shared_window_possible(job);

    /* If one rank left alone, the others would hang in MPI_Win_allocate_shared. */
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (good) {
        const size_t payload = (piece + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;

        *shared = (struct shared){
            .piece = piece, .stride = sizeof(struct slot) + payload, .lanes = (size_t)lanes};
        shared->window = shared_window_create(job, sizeof(struct segment) + slots * shared->stride,
                                              (void **)shared->segments);
        job->state = shared;
    } else {
        free(shared);
    }
    return good;
}

static inline bool shared_setup_lanes(struct job *job, int lanes)
{
    return shared_create(job, lanes, DEPTH * (size_t)lanes, piece_bytes(job->bytes, lanes));
}

/* The hooks: one message that all readers share, or one for each rank. */
static inline bool shared_setup(struct job *job)
{
    return shared_setup_lanes(job, 1);
}

static inline bool shared_setup_each(struct job *job)
{
    return shared_setup_lanes(job, job->ranks);
}

static inline void shared_teardown(struct job *job)
{
    struct shared *shared = job->state;

    if (shared)
        shared_window_free(&shared->window);
    free(shared);
    job->state = NULL;
}

#define SHARED_LANE .setup = shared_setup, .teardown = shared_teardown
#define SHARED_LANES .setup = shared_setup_each, .teardown = shared_teardown
