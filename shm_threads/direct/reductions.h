/* SPDX-License-Identifier: BSD-3-Clause */
/* The direct reductions always merge vectors in the same order, so that results are reproducible,
 * floating-point sums included: in rank order, or level by level and then in rank order. */
#pragma once

#include "shm_threads/direct/line.h"

enum { CHUNK = 4096 }; /* bytes of the result, which stay in the L1 cache */

/* Where slice `number` of `count` begins. Slices are whole cache lines, so that no line has two
 * writers. */
static inline size_t slice_of(size_t bytes, int number, int count)
{
    const size_t lines = bytes / CACHE_LINE;

    return number == count ? bytes : lines * (size_t)number / (size_t)count * CACHE_LINE;
}

/* Where a rank's slice of a vector of job->bytes begins. */
static inline size_t slice_begin(const struct job *job, int rank)
{
    return slice_of(job->bytes, rank, job->ranks);
}

/* Merges bytes `begin` to `end` of all ranks' send buffers, and writes them into the results of all
 * ranks if `into_all`. */
static inline void merge_vectors(const struct job *job, char *into, size_t begin, size_t end,
                                 bool into_all)
{
    for (size_t at = begin, bytes; at < end; at += bytes, into += bytes) {
        bytes = end - at < CHUNK ? end - at : CHUNK;
        reduce_local(job->reduction, into, job->peers[0]->send + at, job->peers[1]->send + at,
                     bytes);
        for (int rank = 2; rank < job->ranks; rank++)
            reduce_local(job->reduction, into, into, job->peers[rank]->send + at, bytes);
        for (int distance = 1; into_all && distance < job->ranks; distance++)
            memcpy(job->peers[rank_after(job, distance)]->recv + at, into, bytes);
    }
}

/* Merges what these ranks, at least two, have written into this slot of their endpoints, in the
 * order of the list (NULL: of the ranks); `mine` is this rank's vector. */
static inline void merge_slots(const struct job *job, char *into, const char *mine,
                               const int *ranks, int count, size_t slot, uint64_t step)
{
    alignas(CACHE_LINE) char from[SMALL];
    const char *merged = NULL;

    for (int i = 0; i < count; i++) {
        const int rank = ranks ? ranks[i] : i;
        char *to = merged ? from : into;
        const char *next = rank == job->rank ? mine : to;

        if (next == to)
            lines_read(job, endpoint_of(job, rank)->slots[slot], to, step);
        if (merged)
            reduce_local(job->reduction, into, merged, next, job->bytes);
        merged = merged ? into : next;
    }
}

enum { TURNS = 2 }; /* slots in place of each one of a barrier */

/* Two slots in turn need no flag that says they are free: a rank that has the result of a step
 * knows that every rank has begun it, so each has read all lines of the step before. */
static inline void turns_pass(const struct job *job, int slot, const char *vector, uint64_t step)
{
    struct endpoint *mine = job->state;

    lines_write(job, mine->slots[TURNS * (size_t)slot + step % TURNS], vector, step);
    lines_prefetch_next(job, mine->slots[TURNS * (size_t)slot + (step + 1) % TURNS]);
}

/* Merges what these ranks have passed. */
static inline void turns_merge(const struct job *job, char *into, const char *vector,
                               const int *ranks, int count, int slot, uint64_t step)
{
    merge_slots(job, into, vector, ranks, count, TURNS * (size_t)slot + step % TURNS, step);
}
