/* SPDX-License-Identifier: BSD-3-Clause */
/* A long message from the root to all ranks that crosses the link between two caches once. Of the
 * ranks on a cache other than the root's, the first is their relay: it copies the message piece by
 * piece from the root's buffer, and the others follow one piece behind, copying from the relay's.
 */
#pragma once

#include "shm_threads/direct/copy.h"

enum { PIECES = 16 }; /* of a relayed message */

/* The rank whose buffer this rank copies from. */
static inline int relay_source(const struct job *job, int rank)
{
    int first = ROOT;

    if (job->peers[rank]->cache == job->peers[ROOT]->cache)
        return ROOT;
    while (job->peers[first]->cache != job->peers[rank]->cache)
        first++;
    return first == rank ? ROOT : first;
}

static inline bool relay_serves(const struct job *job, int rank)
{
    for (int other = rank + 1; other < job->ranks; other++)
        if (relay_source(job, other) == rank)
            return true;
    return false;
}

/* Decides who copies what, for all runs. */
static inline bool relay_setup(struct job *job)
{
    struct endpoint *mine = direct_setup(job) ? job->state : NULL;

    if (mine) {
        mine->source = relay_source(job, job->rank);
        mine->serves = relay_serves(job, job->rank);
    }
    return mine;
}

static inline size_t piece_begin(const struct job *job, size_t piece)
{
    return piece == PIECES ? job->bytes : job->bytes / PIECES / 64 * 64 * piece;
}

/* Returns when all ranks that copy from this one have done so. */
static inline void relay_wait_for_readers(const struct job *job, uint64_t step)
{
    for (int rank = 1; rank < job->ranks; rank++)
        if (rank != job->rank && endpoint_of(job, rank)->source == job->rank)
            flag_wait(&endpoint_of(job, rank)->finished, step);
}

/* For a rank that serves others or is served by a relay. */
static inline void relay_pieces(struct job *job, struct endpoint *mine, uint64_t step)
{
    const int source = mine->source;
    const struct endpoint *before = endpoint_of(job, source);
    const char *data = source == ROOT ? job->peers[ROOT]->send : job->peers[source]->recv;

    if (source == ROOT)
        flag_wait(&before->arrived, step);
    for (size_t piece = 0; piece < PIECES; piece++) {
        const size_t begin = piece_begin(job, piece);

        if (source != ROOT)
            flag_wait(&before->pieces, step * PIECES + piece); /* the relay has this one */
        copy_long(job, job->recv + begin, data + begin, piece_begin(job, piece + 1) - begin);
        flag_set(&mine->pieces, step * PIECES + piece);
    }
    flag_set(&mine->finished, step);
    relay_wait_for_readers(job, step); /* this rank's receive buffer is no longer read */
}
