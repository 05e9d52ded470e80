/* SPDX-License-Identifier: BSD-3-Clause */
/* Long messages of ranks on several caches (docs/direct.md). */
#pragma once

#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/groups.h"

/* Two stages of a long reduction of ranks on several caches: the ranks on a cache merge their
 * vectors, each a slice; then the ranks with the same slice on each cache merge the results of
 * their caches, each a part of it. So one vector leaves each cache, not those of all its ranks. */
struct slices {
    int ranks, caches; /* on each cache; 0 if they do not fill several, in order or in turns */
    int near, across;  /* from a rank to the next on its cache, and with its number on a cache */
    char *merged;      /* its slice of its cache's merged vectors, in its place */
};

static inline bool slices_setup(struct job *job)
{
    const int caches = grouping_count(job, IN_CACHE), each = job->ranks / caches;
    struct groups *groups = groups_setup(job, true, CACHE_LINE + job->bytes);
    struct slices *mine = groups ? groups->more : NULL;

    if (!mine)
        return false;
    groups->endpoint.both = both_copy(job, (size_t)job->ranks * job->bytes);
    mine->merged = (char *)mine + CACHE_LINE;
    mine->ranks = each;
    mine->caches = caches > 1 && each > 1 && caches * each == job->ranks ? caches : 0;
    mine->near = grouping_leader(job, 1, IN_CACHE) == ROOT ? 1 : caches;
    mine->across = mine->near == 1 ? each : 1;
    for (int rank = 0; rank < job->ranks; rank++)
        if (grouping_leader(job, rank, IN_CACHE) != rank / mine->across % caches * mine->across)
            mine->caches = 0;
    return true;
}

static inline const char *slices_vector(const struct job *job, int rank, bool merged)
{
    const struct groups *groups = job->peers[rank]->state;

    return merged ? ((struct slices *)groups->more)->merged : job->peers[rank]->send;
}

/* Merges bytes `begin` to `end` of the vectors of so many ranks, or of their slices. */
static inline void slices_merge(const struct job *job, char *into, int first, int step, int count,
                                size_t begin, size_t end, bool merged)
{
    for (size_t at = begin; at < end; at += CHUNK) {
        const char *from = slices_vector(job, first, merged);

        for (int i = 1; i < count; i++, from = into)
            reduce_local(job->reduction, into + at, from + at,
                         slices_vector(job, first + i * step, merged) + at,
                         end - at < CHUNK ? end - at : CHUNK);
    }
}

/* Reduces into `result`, which is free when the root has arrived. Afterwards this rank's vector has
 * been read and its part of the result is complete; on the root, all of it. */
static inline void slices_reduce(struct job *job, struct slices *mine, char *result, uint64_t step)
{
    struct endpoint *endpoint = job->state;
    const int number = job->rank / mine->near % mine->ranks,
              cache = job->rank / mine->across % mine->caches, near = cache * mine->across,
              across = number * mine->near; /* the first rank on its cache, and with its number */
    const size_t begin = slice_of(job->bytes, number, mine->ranks),
                 end = slice_of(job->bytes, number + 1, mine->ranks);

    flag_set(&endpoint->arrived, step);
    for (int i = 0; i < mine->ranks; i++) /* the vectors of this cache are there */
        flag_wait(&endpoint_of(job, near + i * mine->near)->arrived, step);
    for (int i = 0; i < mine->caches; i++) /* this rank's last slice has been read */
        flag_wait(&endpoint_of(job, across + i * mine->across)->finished, step - 1);
    slices_merge(job, mine->merged, near, mine->near, mine->ranks, begin, end, false);
    flag_set(&endpoint->copied, step);
    for (int i = 0; i < mine->caches; i++) /* merged; the root's cache after the root's arrival */
        flag_wait(&endpoint_of(job, across + i * mine->across)->copied, step);
    slices_merge(job, result, across, mine->across, mine->caches,
                 begin + slice_of(end - begin, cache, mine->caches),
                 begin + slice_of(end - begin, cache + 1, mine->caches), true);
    flag_set(&endpoint->finished, step);
    for (int i = 0; i < mine->ranks; i++) /* this rank's vector has been read */
        flag_wait(&endpoint_of(job, near + i * mine->near)->copied, step);
    if (job->rank == ROOT)
        FLAG_WAIT_ALL(job, finished, step); /* the result is complete */
}

/* Relays of a long message from the root to ranks on many caches: the first rank on each cache
 * copies the message piece by piece and serves the others there, which follow one piece behind; of
 * the first ranks, counted from 0, number i copies from number (i - 1) / 2. */
enum {
    CACHES_LEAST = 3,       /* in a package, on average: with fewer, relays are slower */
    PIECES = 16,            /* at most */
    PIECE = 16 * CACHE_LINE /* minimum in bytes: the lines that a core requests at a time */
};

struct relay {
    struct endpoint endpoint; /* first, for endpoint_of; `copied` counts PIECES in each step */
    int source;               /* whose buffer this rank copies from */
    bool used;
};

static inline int relay_source(const struct job *job)
{
    const int first = grouping_leader(job, job->rank, IN_CACHE);
    int number = 0, source = ROOT;

    for (int other = ROOT; other < job->rank; other++)
        number += grouping_leader(job, other, IN_CACHE) == other;
    for (int left = (number - 1) / 2; left > 0;
         left -= grouping_leader(job, source, IN_CACHE) == source)
        source++;
    return first == job->rank ? source : first;
}

static inline bool relay_setup(struct job *job)
{
    struct relay *mine = direct_allocate(job, sizeof *mine);
    const int caches = grouping_count(job, IN_CACHE);

    if (!mine)
        return false;
    mine->endpoint.both &= job->ranks == 2; /* the root can help one receiver */
    mine->used = job->ranks > caches && caches >= CACHES_LEAST * grouping_count(job, IN_PACKAGE);
    mine->source = mine->used ? relay_source(job) : ROOT;
    return true;
}

static inline void relay_wait_for_readers(const struct job *job, uint64_t step)
{
    for (int rank = 1; rank < job->ranks; rank++)
        if (rank != job->rank && ((struct relay *)job->peers[rank]->state)->source == job->rank)
            flag_wait(&endpoint_of(job, rank)->finished, step);
}

static inline void relay_pieces(struct job *job, struct relay *mine, uint64_t step)
{
    const int source = mine->source, most = (int)((job->bytes + PIECE - 1) / PIECE),
              pieces = most < PIECES ? most : PIECES;
    const char *data = source == ROOT ? job->peers[ROOT]->send : job->peers[source]->recv;

    if (source == ROOT)
        flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    for (int piece = 0; piece < pieces; piece++) {
        const size_t begin = slice_of(job->bytes, piece, pieces),
                     bytes = slice_of(job->bytes, piece + 1, pieces) - begin;
        const uint64_t number = step * PIECES + (uint64_t)piece;

        if (source != ROOT)
            flag_wait(&endpoint_of(job, source)->copied, number); /* it has this piece */
        copy_long(job, job->recv + begin, data + begin, bytes);
        flag_set(&mine->endpoint.copied, number);
    }
    flag_set(&mine->endpoint.finished, step);
    relay_wait_for_readers(job, step); /* this rank's receive buffer is no longer read */
}
