/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a vector that each rank reduces. */
#pragma once

#include "comops/comops.h"

#include <shmem.h>
#include <stdalign.h>

enum { WORD = 8 }; /* bytes: a whole number of elements of every datatype */

struct slice {
    size_t first, bytes;
};

/* reduce_scatter: job->bytes is one slice. */
static inline struct slice slice_given(const struct job *job, int rank)
{
    return (struct slice){(size_t)rank * job->bytes, job->bytes};
}

/* allreduce: job->bytes is the vector, cut into slices of whole words, which may be empty. */
static inline struct slice slice_cut(const struct job *job, int rank)
{
    const size_t words = job->bytes / WORD, ranks = (size_t)job->ranks;
    const size_t first = words * (size_t)rank / ranks * WORD;

    return (struct slice){first, words * ((size_t)rank + 1) / ranks * WORD - first};
}

/* Bytes of the longest slice of slice_cut. */
static inline size_t slice_most(const struct job *job)
{
    return (job->bytes / WORD + (size_t)job->ranks - 1) / (size_t)job->ranks * WORD;
}

/* ---- merges another rank's vector by get, in pieces that stay in the cache ------------------- */

enum { PIECE = 16384 }; /* bytes */

/* into = mine op the data at the symmetric address `theirs` on that rank. */
static inline void merge_from(const struct job *job, int rank, char *into, const char *mine,
                              const char *theirs, size_t bytes)
{
    alignas(64) char piece[PIECE];

    for (size_t at = 0; at < bytes; at += PIECE) {
        const size_t part = bytes - at < PIECE ? bytes - at : PIECE;

        shmem_getmem(piece, theirs + at, part, rank);
        reduce_local(job->reduction, into + at, mine + at, piece, part);
    }
}
