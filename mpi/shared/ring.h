/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages through the rings of slots (shared.h), piece by piece, and the flags that order them. */
#pragma once

#include "mpi/shared/shared.h"

enum { ALL_RANKS = -1 };

static inline uint64_t step_next(struct job *job)
{
    return ++((struct shared *)job->state)->step;
}

/* Length of the piece of the message that begins at `at`. */
static inline size_t piece_at(const struct job *job, size_t at)
{
    const struct shared *shared = job->state;

    return job->bytes - at < shared->piece ? job->bytes - at : shared->piece;
}

/* Waits until `reader`, or ALL_RANKS, has taken this rank's data of a step. */
static inline void wait_taken(const struct job *job, int reader, uint64_t step)
{
    const struct shared *shared = job->state;
    const int first = reader == ALL_RANKS ? 0 : reader;
    const int last = reader == ALL_RANKS ? job->ranks - 1 : reader;

    for (int rank = first; rank <= last; rank++)
        if (rank != job->rank)
            flag_wait(&shared->segments[rank]->taken, step);
}

/* Call before filling the slots of a step. Every half ring the sender checks that the next half has
 * been read, so it polls the readers' flags only once in DEPTH / 2 steps. */
static inline void wait_free(const struct job *job, int reader, uint64_t step)
{
    if (step % (DEPTH / 2) == 0 && step >= DEPTH)
        wait_taken(job, reader, step - DEPTH / 2);
}

static inline void set_taken(const struct job *job, uint64_t step)
{
    flag_set(&((const struct shared *)job->state)->segments[job->rank]->taken, step);
}

/* A call of memcpy would take longer for the few words beside a number. */
static inline void copy(char *to, const char *from, size_t bytes)
{
    if (bytes > INLINE_BYTES) {
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
    return bytes > INLINE_BYTES ? slot->payload : slot->inlined;
}

/* Fills this rank's slot, which must be free. */
static inline void piece_write(const struct job *job, uint64_t step, int lane, const char *from,
                               size_t bytes)
{
    struct slot *slot = slot_of(job, job->rank, step, lane);

    copy(slot_payload(slot, bytes), from, bytes);
    flag_set(&slot->number, step);
}

/* The payload of another rank's slot, once it has arrived. */
static inline const char *piece_await(const struct job *job, int rank, uint64_t step, int lane,
                                      size_t bytes)
{
    struct slot *slot = slot_of(job, rank, step, lane);

    flag_wait(&slot->number, step);
    return slot_payload(slot, bytes);
}

static inline void piece_read(const struct job *job, int rank, uint64_t step, int lane, char *to,
                              size_t bytes)
{
    copy(to, piece_await(job, rank, step, lane, bytes), bytes);
}
