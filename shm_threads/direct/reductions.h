/* SPDX-License-Identifier: BSD-3-Clause */
/* What the direct reductions share: always merged in rank order, so that the result depends on
 * nothing else, a sum of floating point neither. */
#ifndef SHM_THREADS_REDUCTIONS_H
#define SHM_THREADS_REDUCTIONS_H

#include "shm_threads/direct/direct.h"

enum { CHUNK = 4096 }; /* bytes: of the result they stay in the L1 cache */

/* Where in a vector of job->bytes; slices are whole lines, so that no line has two writers. */
static inline size_t slice_begin(const struct job *job, int rank)
{
    const size_t lines = job->bytes / 64;

    return rank == job->ranks ? job->bytes : lines * (size_t)rank / (size_t)job->ranks * 64;
}

/* `bytes` of all ranks' send buffers, from `begin` on. */
static inline void merge_vectors(const struct job *job, char *into, size_t begin, size_t bytes)
{
    combine(job->reduction, into, job->peers[0]->send + begin, job->peers[1]->send + begin, bytes);
    for (int rank = 2; rank < job->ranks; rank++)
        combine(job->reduction, into, into, job->peers[rank]->send + begin, bytes);
}

/* Merges `mine` and what the others have written into this slot of their boxes. */
static inline void merge_slots(const struct job *job, const char *mine, size_t slot, uint64_t step)
{
    alignas(64) char from[SMALL];

    for (int rank = 0; rank < job->ranks; rank++) {
        char *to = rank == 0 ? job->recv : from;

        if (rank == job->rank)
            copy_words(to, mine, job->bytes);
        else
            lines_read(box_of(job, rank)->slots[slot], to, job->bytes, step);
        if (rank > 0)
            combine(job->reduction, job->recv, job->recv, from, job->bytes);
    }
}

#endif
