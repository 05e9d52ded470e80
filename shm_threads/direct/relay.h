/* SPDX-License-Identifier: BSD-3-Clause */
/* A long message from the root to ranks on several caches. The first rank on each cache copies the
 * message piece by piece and serves the others there, which follow one piece behind. The first
 * ranks of a package form a binary tree, so that each serves at most two more of them; the first
 * rank of each package copies from the root, so the link between two packages is crossed once. */
#pragma once

#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/hierarchy.h"

enum {
    PIECES = 16,            /* at most */
    PIECE = 16 * CACHE_LINE /* minimum in bytes: the lines that a core requests at a time */
};

static inline bool relay_is_first(const struct job *job, int rank, int package)
{
    return grouping_together(job, rank, package, IN_PACKAGE) &&
           grouping_leader(job, rank, IN_CACHE) == rank;
}

/* The rank whose buffer this rank copies from: the first on its cache; of the first ones in a
 * package, counted from 0, number i from number (i - 1) / 2, and their first from the root. */
static inline int relay_source(const struct job *job, int rank)
{
    const int first = grouping_leader(job, rank, IN_CACHE);
    const int package = grouping_leader(job, rank, IN_PACKAGE);
    int number = 0, source = package;

    if (first != rank || package == rank)
        return first != rank ? first : ROOT;
    for (int other = package; other < rank; other++)
        number += relay_is_first(job, other, package);
    for (int left = (number - 1) / 2; left > 0; left -= relay_is_first(job, source, package))
        source++;
    return source;
}

/* Decides who copies what, for all runs. */
static inline bool relay_setup(struct job *job)
{
    struct endpoint *mine = direct_setup(job) ? job->state : NULL;

    if (mine) {
        mine->source = relay_source(job, job->rank);
        mine->serves =
            grouping_top(job) > IN_CACHE && grouping_leader(job, job->rank, IN_CACHE) == job->rank;
        mine->both = mine->both && job->ranks == 2; /* the root can help one receiver */
    }
    return mine;
}

/* job->bytes after the last one. */
static inline size_t piece_begin(const struct job *job, size_t piece)
{
    const size_t part = job->bytes / PIECES / CACHE_LINE * CACHE_LINE;
    const size_t begin = (part < PIECE ? PIECE : part) * piece;

    return piece == PIECES || begin > job->bytes ? job->bytes : begin;
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
    for (size_t piece = 0, begin = 0; begin < job->bytes; piece++) {
        const size_t end = piece_begin(job, piece + 1);

        if (source != ROOT)
            flag_wait(&before->pieces, step * PIECES + piece); /* the relay has this one */
        copy_long(job, job->recv + begin, data + begin, end - begin);
        flag_set(&mine->pieces, step * PIECES + piece);
        begin = end;
    }
    flag_set(&mine->finished, step);
    relay_wait_for_readers(job, step); /* this rank's receive buffer is no longer read */
}
