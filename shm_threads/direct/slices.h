/* SPDX-License-Identifier: BSD-3-Clause */
/* Long reductions of ranks on several caches, in two stages: the ranks on a cache merge their
 * vectors, each a slice; then the ranks with the same slice on each cache merge the results of
 * their caches, each a part of it. So one vector leaves each cache, not those of all its ranks. */
#pragma once

#include "shm_threads/direct/groups.h"
#include "shm_threads/direct/reductions.h"

struct slices {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t ready; /* steps whose slice is merged */
    alignas(CACHE_LINE_PAIR) int ranks; /* on each cache */
    int caches;                         /* 0 if the ranks are not spread evenly over several */
    int number, cache;                  /* of this rank on its cache, and of its cache */
    char *merged;                       /* its slice of its cache's merged vectors */
    int list[];                         /* the ranks on its cache; those with its number on each */
};

static inline struct slices *slices_of(const struct job *job, int rank)
{
    return ((struct groups *)job->peers[rank]->state)->more;
}

/* The number of a rank on its cache. */
static inline int slices_number(const struct job *job, int rank)
{
    int number = 0;

    for (int other = 0; other < rank; other++)
        number += grouping_together(job, other, rank, IN_CACHE);
    return number;
}

static inline void slices_fill(const struct job *job, struct slices *mine)
{
    const int caches = grouping_count(job, IN_CACHE);
    int lasts = 0; /* the ranks that make their cache as full as this rank's */

    mine->number = slices_number(job, job->rank);
    for (int rank = 0; rank < job->ranks; rank++)
        if (grouping_together(job, rank, job->rank, IN_CACHE))
            mine->list[mine->ranks++] = rank;
    for (int rank = 0; rank < job->ranks; rank++) {
        const int number = slices_number(job, rank);

        lasts += number == mine->ranks - 1;
        if (rank == job->rank)
            mine->cache = mine->caches;
        if (number == mine->number)
            mine->list[mine->ranks + mine->caches++] = rank;
    }
    if (mine->ranks == 1 || caches == 1 || lasts != caches || caches * mine->ranks != job->ranks)
        mine->caches = 0;
}

static inline bool slices_setup(struct job *job)
{
    const size_t lists = sizeof(struct slices) + 2 * (size_t)job->ranks * sizeof(int);
    const size_t before = (lists + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct groups *groups = groups_setup(job, false, before + job->bytes);

    if (!groups)
        return false;
    struct slices *mine = groups->more;

    groups->endpoint.both = both_copy(job, (size_t)job->ranks * job->bytes);
    mine->merged = (char *)mine + before;
    if (job->ranks > 2)
        slices_fill(job, mine);
    return true;
}

static inline const char *slices_vector(const struct job *job, int rank, size_t at)
{
    return job->peers[rank]->send + at;
}

static inline const char *slices_merged(const struct job *job, int rank, size_t at)
{
    const struct slices *slices = slices_of(job, rank);

    return slices->merged + (at - slice_of(job->bytes, slices->number, slices->ranks));
}

/* Merges bytes `begin` to `end` of these ranks' data; byte `at` of a rank is at from(job, rank,
 * at). */
static inline void slices_merge(const struct job *job, char *into, const int *ranks, int count,
                                size_t begin, size_t end,
                                const char *from(const struct job *job, int rank, size_t at))
{
    for (size_t at = begin; at < end; at += CHUNK) {
        const size_t bytes = end - at < CHUNK ? end - at : CHUNK;
        char *to = into + (at - begin);

        reduce_local(job->reduction, to, from(job, ranks[0], at), from(job, ranks[1], at), bytes);
        for (int i = 2; i < count; i++)
            reduce_local(job->reduction, to, to, from(job, ranks[i], at), bytes);
    }
}

/* Reduces into `result`, which is free when the root has arrived. Returns when this rank's vector
 * has been read and its part of the result is complete; on the root, all of it. */
static inline void slices_reduce(struct job *job, struct slices *mine, char *result, uint64_t step)
{
    struct endpoint *endpoint = job->state;
    const int *near = mine->list, *across = near + mine->ranks;
    const size_t begin = slice_of(job->bytes, mine->number, mine->ranks),
                 bytes = slice_of(job->bytes, mine->number + 1, mine->ranks) - begin,
                 from = begin + slice_of(bytes, mine->cache, mine->caches),
                 to = begin + slice_of(bytes, mine->cache + 1, mine->caches);

    flag_set(&endpoint->arrived, step);
    for (int i = 0; i < mine->ranks; i++) /* the vectors of this cache are there */
        flag_wait(&endpoint_of(job, near[i])->arrived, step);
    for (int i = 0; i < mine->caches; i++) /* this rank's last slice has been read */
        flag_wait(&endpoint_of(job, across[i])->finished, step - 1);
    slices_merge(job, mine->merged, near, mine->ranks, begin, begin + bytes, slices_vector);
    flag_set(&mine->ready, step);
    for (int i = 0; i < mine->caches; i++) /* merged; the root's cache after the root's arrival */
        flag_wait(&slices_of(job, across[i])->ready, step);
    slices_merge(job, result + from, across, mine->caches, from, to, slices_merged);
    flag_set(&endpoint->finished, step);
    for (int i = 0; i < mine->ranks; i++) /* this rank's vector has been read */
        flag_wait(&slices_of(job, near[i])->ready, step);
    if (job->rank == ROOT)
        FLAG_WAIT_ALL(job, finished, step); /* the result is complete */
}
