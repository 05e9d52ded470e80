/* SPDX-License-Identifier: BSD-3-Clause */
/* What the direct reductions share: always merged in rank order, so that the result depends on
 * nothing else. */
#ifndef DIRECT_MAXIMUM_H
#define DIRECT_MAXIMUM_H

#include "comops/maximum.h"
#include "shm_threads/direct/direct.h"

enum { CHUNK = 512 }; /* doubles: 4 KiB of the result stay in the L1 cache */

/* Doubles of a vector of job->bytes; slices are whole lines, so that no line has two writers. */
static inline size_t slice_begin(const struct job *job, int rank)
{
    const size_t lines = job->bytes / 64;

    return rank == job->ranks ? job->bytes / sizeof(double)
                              : lines * (size_t)rank / (size_t)job->ranks * 8;
}

/* `count` doubles of all ranks' send buffers, from `begin` on. */
static inline void merge_vectors(const struct job *job, double *into, size_t begin, size_t count)
{
    maximum(into, (double *)job->peers[0]->send + begin, (double *)job->peers[1]->send + begin,
            count);
    for (int rank = 2; rank < job->ranks; rank++)
        maximum(into, into, (double *)job->peers[rank]->send + begin, count);
}

/* Merges `mine` and what the others have written into this slot of their boxes. */
static inline void merge_slots(const struct job *job, const char *mine, size_t slot, uint64_t step)
{
    double *result = (double *)job->recv;
    double from[SMALL / sizeof(double)];

    for (int rank = 0; rank < job->ranks; rank++) {
        char *to = rank == 0 ? job->recv : (char *)from;

        if (rank == job->rank)
            copy_words(to, mine, job->bytes);
        else
            lines_read(box_of(job, rank)->slots[slot], to, job->bytes, step);
        if (rank > 0)
            maximum(result, result, from, job->bytes / sizeof *from);
    }
}

#endif
