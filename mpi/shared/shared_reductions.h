/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions through the shared window, for one rank that takes the result or for ALL_RANKS. */
#pragma once

#include "mpi/shared/ring.h"

enum { SHARES_LEAST = 4096 }; /* bytes; for shorter vectors a second round does not pay */

static inline bool takes(const struct job *job, int taker)
{
    return taker == ALL_RANKS || taker == job->rank;
}

/* Merges `bytes` at `begin` of the others' pieces of this step with this rank's own. */
static inline void merge(const struct job *job, uint64_t step, char *into, const char *own,
                         size_t begin, size_t bytes, size_t piece)
{
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_after(job, j);
        const char *theirs = piece_await(job, from, step, 0, piece);

        reduce_local(job->reduction, into, j == 1 ? own : into, theirs + begin, bytes);
    }
}

static inline void reduce_whole(struct job *job, int taker)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        if (taker != job->rank) { /* nobody would read what it stored */
            wait_free(job, taker, step);
            piece_write(job, step, 0, job->send + at, piece);
        }
        if (takes(job, taker)) {
            merge(job, step, job->recv + at, job->send + at, 0, piece, piece);
            set_taken(job, step);
        }
    }
}

/* Where a rank's share of `bytes` begins. Shares are whole cache lines, so that none has two
 * writers. */
static inline size_t share_at(const struct job *job, int rank, size_t bytes)
{
    return rank == job->ranks ? bytes
                              : bytes / CACHE_LINE * (size_t)rank / (size_t)job->ranks * CACHE_LINE;
}

/* Stores this rank's share of the result at its place in the piece. */
static inline void merge_share(const struct job *job, uint64_t step, size_t at)
{
    const size_t piece = piece_at(job, at);
    const size_t begin = share_at(job, job->rank, piece);
    const size_t bytes = share_at(job, job->rank + 1, piece) - begin;
    struct slot *slot = slot_of(job, job->rank, step + 1, 0);

    wait_free(job, ALL_RANKS, step + 1);
    merge(job, step, slot_payload(slot, piece) + begin, job->send + at + begin, begin, bytes,
          piece);
    flag_set(&slot->number, step + 1);
}

static inline void collect_shares(const struct job *job, uint64_t step, size_t at)
{
    const size_t piece = piece_at(job, at);

    for (int j = 0; j < job->ranks; j++) {
        const int from = rank_after(job, j);
        const size_t begin = share_at(job, from, piece);
        const char *shares = piece_await(job, from, step + 1, 0, piece);

        copy(job->recv + at + begin, shares + begin, share_at(job, from + 1, piece) - begin);
    }
}

static inline void contribute(const struct job *job, uint64_t step, size_t at)
{
    wait_free(job, ALL_RANKS, step);
    piece_write(job, step, 0, job->send + at, piece_at(job, at));
}

/* Two steps per piece: the vectors, then the shares of the result. */
static inline void reduce_shares(struct job *job, int taker)
{
    struct shared *shared = job->state;
    uint64_t step = shared->step + 1;

    contribute(job, step, 0);
    for (size_t at = 0, next; at < job->bytes; at = next, step += 2) {
        next = at + piece_at(job, at);
        merge_share(job, step, at);
        if (next < job->bytes)
            contribute(job, step + 2, next);
        if (takes(job, taker))
            collect_shares(job, step, at);
        set_taken(job, step + 1); /* implies that the vectors have been merged */
    }
    shared->step = step - 1;
}

static inline void reduce(struct job *job, int taker)
{
    if (job->ranks > 2 && job->bytes >= SHARES_LEAST)
        reduce_shares(job, taker);
    else
        reduce_whole(job, taker);
}
