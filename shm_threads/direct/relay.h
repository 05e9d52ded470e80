/* SPDX-License-Identifier: BSD-3-Clause */
/* A long message from the root to ranks on many caches. The first rank on each cache copies the
 * message piece by piece and serves the others there, which follow one piece behind. The first
 * ranks of a package form a binary tree, so that each serves at most two more of them; the first
 * rank of each package copies from the root. With few caches in a package this is slower than if
 * all copy from the root (docs/direct.md), so it is not done there. */
#pragma once

#include "comops/contract/grouping.h"
#include "shm_threads/direct/copy.h"

enum {
    CACHES_LEAST = 3,       /* in a package, on average */
    PIECES = 16,            /* at most */
    PIECE = 16 * CACHE_LINE /* minimum in bytes: the lines that a core requests at a time */
};

struct relay {
    struct endpoint endpoint;                             /* first, for endpoint_of */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t ready; /* PIECES in each step: those that are here */
    /* Whose buffer this rank copies from, ROOT without relays; others may copy from it. */
    alignas(CACHE_LINE_PAIR) int source;
    bool serves;
};

static inline const struct relay *relay_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

/* The rank whose buffer this rank copies from: the first on its cache; of the first ones in a
 * package, counted from 0, number i from number (i - 1) / 2, and their first from the root. */
static inline int relay_source(const struct job *job, int rank)
{
    const int first = grouping_leader(job, rank, IN_CACHE),
              package = grouping_leader(job, rank, IN_PACKAGE);
    int number = 0, source = package;

    if (first != rank || package == rank)
        return first != rank ? first : ROOT;
    for (int other = package; other < rank; other++)
        number += grouping_leader(job, other, IN_CACHE) == other &&
                  grouping_together(job, other, package, IN_PACKAGE);
    for (int left = (number - 1) / 2; left > 0;
         left -= grouping_leader(job, source, IN_CACHE) == source &&
                 grouping_together(job, source, package, IN_PACKAGE))
        source++;
    return source;
}

static inline bool relay_setup(struct job *job)
{
    struct relay *mine = direct_allocate(job, sizeof *mine);
    const int caches = grouping_count(job, IN_CACHE);

    if (!mine)
        return false;
    mine->endpoint.both &= job->ranks == 2; /* the root can help one receiver */
    if (job->ranks > caches && caches >= CACHES_LEAST * grouping_count(job, IN_PACKAGE)) {
        mine->source = relay_source(job, job->rank);
        mine->serves = grouping_leader(job, job->rank, IN_CACHE) == job->rank;
    }
    return true;
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
        if (rank != job->rank && relay_of(job, rank)->source == job->rank)
            flag_wait(&endpoint_of(job, rank)->finished, step);
}

/* For a rank that serves others or is served by a relay. */
static inline void relay_pieces(struct job *job, struct relay *mine, uint64_t step)
{
    const int source = mine->source;
    const char *data = source == ROOT ? job->peers[ROOT]->send : job->peers[source]->recv;

    if (source == ROOT)
        flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    for (size_t piece = 0, begin = 0; begin < job->bytes; piece++) {
        const size_t end = piece_begin(job, piece + 1);

        if (source != ROOT)
            flag_wait(&relay_of(job, source)->ready, step * PIECES + piece); /* it has this one */
        copy_long(job, job->recv + begin, data + begin, end - begin);
        flag_set(&mine->ready, step * PIECES + piece);
        begin = end;
    }
    flag_set(&mine->endpoint.finished, step);
    relay_wait_for_readers(job, step); /* this rank's receive buffer is no longer read */
}
