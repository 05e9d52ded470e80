/* SPDX-License-Identifier: BSD-3-Clause */
/* What the direct reductions share. Vectors are always merged in rank order, so that results are
 * reproducible, floating-point sums included. */
#pragma once

#include "shm_threads/direct/direct.h"

enum { CHUNK = 4096 }; /* bytes of the result, which stay in the L1 cache */

/* Where a rank's slice of a vector of job->bytes begins. Slices are whole cache lines, so that no
 * line has two writers. */
static inline size_t slice_begin(const struct job *job, int rank)
{
    const size_t lines = job->bytes / CACHE_LINE;

    return rank == job->ranks ? job->bytes : lines * (size_t)rank / (size_t)job->ranks * CACHE_LINE;
}

/* `bytes` of all ranks' send buffers, starting at `begin`. */
static inline void merge_vectors(const struct job *job, char *into, size_t begin, size_t bytes)
{
    reduce_local(job->reduction, into, job->peers[0]->send + begin, job->peers[1]->send + begin,
                 bytes);
    for (int rank = 2; rank < job->ranks; rank++)
        reduce_local(job->reduction, into, into, job->peers[rank]->send + begin, bytes);
}

/* Merges `mine` with what the others have written into this slot of their endpoints. */
static inline void merge_slots(const struct job *job, const char *mine, size_t slot, uint64_t step)
{
    alignas(CACHE_LINE) char from[SMALL];

    for (int rank = 0; rank < job->ranks; rank++) {
        char *to = rank == 0 ? job->recv : from;

        if (rank == job->rank)
            copy_words(to, mine, job->bytes);
        else
            lines_read(endpoint_of(job, rank)->slots[slot], to, job->bytes, step);
        if (rank > 0)
            reduce_local(job->reduction, job->recv, job->recv, from, job->bytes);
    }
}
