/* SPDX-License-Identifier: BSD-3-Clause */
/* Merges another rank's vector by get, in pieces that stay in the cache. */
#pragma once

#include "comops/comops.h"

#include <shmem.h>
#include <stdalign.h>

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
