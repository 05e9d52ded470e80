/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run of `single` leaves in each rank's receive buffer: the message, and behind it a word
 * for each rank, 1 if that rank has executed the section and 0 if not. In a run each rank writes
 * its own word; `complete` tells it to the others. */
#pragma once

#include "comops/comops.h"

static inline size_t single_message_bytes(const struct job *job)
{
    return (job->bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

static inline uint64_t *single_words(const struct job *job)
{
    return (uint64_t *)(job->recv + single_message_bytes(job));
}

/* By ranks that share memory, when all have ended the run. */
static inline void single_words_collect(const struct job *job)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            single_words(job)[rank] = single_words(job->peers[rank])[rank];
}

/* The size of each of the two places that sections copy into in turn: whole lines. */
static inline size_t single_place_bytes(const struct job *job)
{
    return (job->bytes / CACHE_LINE_PAIR + 1) * CACHE_LINE_PAIR;
}
