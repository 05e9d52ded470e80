/* SPDX-License-Identifier: BSD-3-Clause */
/* A shared temporary for processes (MPI_Win_allocate_shared; MPI 3.1, section 11.2.3), used by load
 * and store alone. Data are copied twice, private buffer to temporary to private buffer, as in Luo
 * 1997, section 3, but without his barriers:
 *
 * Each rank has a ring of slots, which it alone fills; others copy out of them. A step fills one
 * slot for each lane: a lane is a receiver where each gets something else, otherwise there is one.
 * A long message takes many steps, so that copying in and copying out overlap. A slot carries the
 * number of its step: who sees it sees the payload. A short payload lies in the same cache line. */
#ifndef SHARED_H
#define SHARED_H

#include "comops/comops.h"
#include "mpi/poll.h"

#include <mpi.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_PAIR = 128,     /* two lines: x86 prefetches lines in pairs */
    LINE = 64,           /* bytes; numbers never share one with another rank's */
    BESIDE = 56,         /* payload that fits beside a number */
    DEPTH = 8,           /* steps a sender may be ahead of its slowest receiver */
    PIECE_LEAST = 2048,  /* bytes of a message that one step takes */
    PIECE_MOST = 16384,  /* stays in the first-level cache on its way out */
    RING_MOST = 1 << 20, /* pieces shrink where there are many lanes */
    EVERYBODY = -1
};
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "a lock would be the process's own");

struct slot {
    alignas(LINE) _Atomic uint64_t number;
    char beside[BESIDE];
    char payload[]; /* what is too long to lie beside */
};

/* One rank's part of the window, written by that rank alone unless an implementation says else. The
 * slots follow. */
struct part {
    alignas(LINE_PAIR) _Atomic uint64_t taken; /* steps whose data it has taken from all others */
};

/* job->state, private. */
struct shared {
    MPI_Win window;
    uint64_t step; /* the last one; the same on all ranks that take part */
    size_t piece;  /* bytes of a message that one step takes */
    size_t stride; /* of slots */
    size_t lanes;
    struct part *parts[]; /* by rank, where this process sees them */
};

static inline struct slot *slot_of(const struct job *job, int rank, uint64_t step, int lane)
{
    const struct shared *shared = job->state;
    const size_t index = step % DEPTH * shared->lanes + (size_t)lane;

    return (struct slot *)((char *)(shared->parts[rank] + 1) + index * shared->stride);
}

/* The length of the piece of the message that begins at `at`. */
static inline size_t piece_at(const struct job *job, size_t at)
{
    const struct shared *shared = job->state;

    return job->bytes - at < shared->piece ? job->bytes - at : shared->piece;
}

/* The whole message at once where it is short, otherwise in quarters at most. */
static inline size_t piece_of(size_t bytes, int lanes)
{
    const size_t fitting = RING_MOST / DEPTH / (size_t)lanes / LINE * LINE;
    size_t piece = (bytes / 4 + LINE - 1) / LINE * LINE;

    piece = piece < PIECE_LEAST ? PIECE_LEAST : piece > PIECE_MOST ? PIECE_MOST : piece;
    return piece < fitting ? piece : fitting > LINE ? fitting : LINE;
}

/* Open MPI 4.1 begins a part 264 bytes behind a page's beginning. What this adds is the same for
 * all processes: they map whole pages. */
static inline struct part *part_align(void *memory)
{
    return (struct part *)(((uintptr_t)memory + LINE_PAIR - 1) / LINE_PAIR * LINE_PAIR);
}

/* Collective: maps all parts; each rank touches its own first. */
static inline void shared_map(struct shared *shared, int rank, int ranks, size_t bytes)
{
    MPI_Info info;
    MPI_Aint size;
    int unit;
    void *memory;

    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true"); /* parts on pages of their own */
    MPI_Win_allocate_shared((MPI_Aint)bytes + LINE_PAIR, 1, info, MPI_COMM_WORLD, &memory,
                            &shared->window);
    MPI_Info_free(&info);
    for (int other = 0; other < ranks; other++) {
        MPI_Win_shared_query(shared->window, other, &size, &unit, &memory);
        shared->parts[other] = part_align(memory);
    }
    /* From here to the end one epoch: in the unified model other ranks' stores are then seen by
     * loads. The order in which they are seen is that of the C11 atomics, which are the processor's
     * barriers as well; MPI_Win_sync would be one more in the timed part. */
    MPI_Win_lock_all(MPI_MODE_NOCHECK, shared->window);
    memset(shared->parts[rank], 0, bytes);
    MPI_Win_sync(shared->window); /* my zeros are out */
    MPI_Barrier(MPI_COMM_WORLD);  /* so are all others' */
    MPI_Win_sync(shared->window); /* and seen here */
}

/* Collective. `slots` in this rank's part, each with room for `piece` bytes. */
static inline bool shared_create(struct job *job, int lanes, size_t slots, size_t piece)
{
    const size_t parts = (size_t)job->ranks * sizeof(struct part *);
    struct shared *shared = malloc(sizeof *shared + parts);
    int good = shared != NULL;

    /* A rank that left alone would keep the others waiting in MPI_Win_allocate_shared. */
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (good) {
        *shared = (struct shared){.piece = piece,
                                  .stride = sizeof(struct slot) + (piece + LINE - 1) / LINE * LINE,
                                  .lanes = (size_t)lanes};
        shared_map(shared, job->rank, job->ranks, sizeof(struct part) + slots * shared->stride);
        job->state = shared;
    } else {
        free(shared);
    }
    return good;
}

static inline bool shared_setup_lanes(struct job *job, int lanes)
{
    return shared_create(job, lanes, DEPTH * (size_t)lanes, piece_of(job->bytes, lanes));
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

    if (shared) {
        MPI_Win_unlock_all(shared->window);
        MPI_Win_free(&shared->window);
    }
    free(shared);
    job->state = NULL;
}

/* Acquire: what the other rank wrote before it set the flag is seen after this. */
static inline void wait_for(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_again(&polls);
}

/* Release: what this rank wrote or read before is done when the other sees the flag. */
static inline void set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}

static inline uint64_t step_next(struct job *job)
{
    return ++((struct shared *)job->state)->step;
}

/* Waits until `reader`, or EVERYBODY, has taken this rank's data of a step. */
static inline void wait_taken(const struct job *job, int reader, uint64_t step)
{
    const struct shared *shared = job->state;
    const int first = reader == EVERYBODY ? 0 : reader;
    const int last = reader == EVERYBODY ? job->ranks - 1 : reader;

    for (int rank = first; rank <= last; rank++)
        if (rank != job->rank)
            wait_for(&shared->parts[rank]->taken, step);
}

/* Before a sender fills the slots of a step: every half ring it makes sure that the half to come
 * has been read, so the readers' flags are looked at once in DEPTH / 2 steps. */
static inline void wait_free(const struct job *job, int reader, uint64_t step)
{
    if (step % (DEPTH / 2) == 0 && step >= DEPTH)
        wait_taken(job, reader, step - DEPTH / 2);
}

static inline void set_taken(const struct job *job, uint64_t step)
{
    set(&((const struct shared *)job->state)->parts[job->rank]->taken, step);
}

/* A call of memcpy would take longer than the few words beside a number do. */
static inline void copy(char *to, const char *from, size_t bytes)
{
    if (bytes > BESIDE) {
        memcpy(to, from, bytes);
        return;
    }
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t)) {
        memcpy(to, from, sizeof(uint64_t));
        to += sizeof(uint64_t);
        from += sizeof(uint64_t);
    }
    while (bytes--)
        *to++ = *from++;
}

static inline char *slot_payload(struct slot *slot, size_t bytes)
{
    return bytes > BESIDE ? slot->payload : slot->beside;
}

/* Fills this rank's slot, which must be free. */
static inline void piece_write(const struct job *job, uint64_t step, int lane, const char *from,
                               size_t bytes)
{
    struct slot *slot = slot_of(job, job->rank, step, lane);

    copy(slot_payload(slot, bytes), from, bytes);
    set(&slot->number, step);
}

/* The payload of another rank's slot, once it is there. */
static inline const char *piece_await(const struct job *job, int rank, uint64_t step, int lane,
                                      size_t bytes)
{
    struct slot *slot = slot_of(job, rank, step, lane);

    wait_for(&slot->number, step);
    return slot_payload(slot, bytes);
}

static inline void piece_read(const struct job *job, int rank, uint64_t step, int lane, char *to,
                              size_t bytes)
{
    copy(to, piece_await(job, rank, step, lane, bytes), bytes);
}

#endif
