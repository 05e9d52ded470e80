/* SPDX-License-Identifier: BSD-3-Clause */
/* Merging another rank's doubles into one's own by get: in pieces that stay in the cache. */
#ifndef SHMEM_MERGE_H
#define SHMEM_MERGE_H

#include "comops/maximum.h"

#include <shmem.h>

enum { PIECE = 2048 }; /* doubles: 16 KiB */

/* into = maximum of mine and what lies at the symmetric address `theirs` on that rank. */
static inline void merge_from(int rank, double *into, const double *mine, const double *theirs,
                              size_t count)
{
    double piece[PIECE];

    for (size_t at = 0; at < count; at += PIECE) {
        const size_t part = count - at < PIECE ? count - at : PIECE;

        shmem_getmem(piece, theirs + at, part * sizeof *piece, rank);
        maximum(into + at, mine + at, piece, part);
    }
}

#endif
