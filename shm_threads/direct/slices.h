/* SPDX-License-Identifier: BSD-3-Clause */
/* Long reductions of ranks on several caches, in two stages: the ranks on a cache merge their
 * vectors, each a slice; then the ranks with the same slice on each cache merge the results of
 * their caches, each a part of it. So one vector leaves each cache, not those of all its ranks. */
#pragma once

#include "shm_threads/direct/reductions.h"

struct slices {
    int ranks, caches; /* ranks on each cache, and caches; 0 if the ranks are not spread evenly */
    int number, cache; /* of this rank on its cache, and of its cache */
    char *merged;      /* its slice of its cache's merged vectors */
    int list[];        /* the ranks on its cache; then those with its number on each cache */
};

static inline struct slices *slices_of(const struct job *job, int rank)
{
    return ((struct hierarchy *)job->peers[rank]->state)->more;
}

static inline const int *slices_across(const struct slices *slices)
{
    return slices->list + slices->ranks;
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
    int leaders = 0, lasts = 0; /* the first rank on each cache; the ones that make it as full */

    mine->number = slices_number(job, job->rank);
    for (int rank = 0; rank < job->ranks; rank++)
        if (grouping_together(job, rank, job->rank, IN_CACHE))
            mine->list[mine->ranks++] = rank;
    for (int rank = 0; rank < job->ranks; rank++) {
        const int number = slices_number(job, rank);

        leaders += number == 0;
        lasts += number == mine->ranks - 1;
        if (number != mine->number)
            continue;
        if (rank == job->rank)
            mine->cache = mine->caches;
        mine->list[mine->ranks + mine->caches++] = rank;
    }
    if (mine->ranks == 1 || leaders == 1 || lasts != leaders || leaders * mine->ranks != job->ranks)
        mine->caches = 0;
}

static inline bool slices_setup(struct job *job)
{
    const size_t lists = sizeof(struct slices) + 2 * (size_t)job->ranks * sizeof(int);
    const size_t before = (lists + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    const bool good = hierarchy_setup_with(job, before + job->bytes);

    if (good) {
        struct hierarchy *hierarchy = job->state;
        struct slices *mine = hierarchy->more;

        hierarchy->box.both = both_copy(job, (size_t)job->ranks * job->bytes);

        slices_fill(job, mine);
        mine->merged = (char *)mine + before;
    }
    return good;
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

/* `flag` is that flag's offset in an endpoint. */
static inline void slices_wait(const struct job *job, size_t flag, const int *ranks, int count,
                               uint64_t number)
{
    for (int i = 0; i < count; i++)
        if (ranks[i] != job->rank)
            flag_wait((const _Atomic uint64_t *)((const char *)endpoint_of(job, ranks[i]) + flag),
                      number);
}

/* For the ranks of this cache, and for those with this rank's number on each cache. */
#define SLICES_WAIT_NEAR(job, mine, flag, number)                                                  \
    slices_wait(job, offsetof(struct endpoint, flag), (mine)->list, (mine)->ranks, number)
#define SLICES_WAIT_ACROSS(job, mine, flag, number)                                                \
    slices_wait(job, offsetof(struct endpoint, flag), slices_across(mine), (mine)->caches, number)

/* Reduces into `result`, which is free when the root has arrived. Returns when this rank's vector
 * has been read and its part of the result is complete. */
static inline void slices_reduce(struct job *job, const struct slices *mine, char *result,
                                 uint64_t step)
{
    struct endpoint *box = job->state;
    const size_t begin = slice_of(job->bytes, mine->number, mine->ranks);
    const size_t bytes = slice_of(job->bytes, mine->number + 1, mine->ranks) - begin;
    const size_t from = begin + slice_of(bytes, mine->cache, mine->caches);
    const size_t to = begin + slice_of(bytes, mine->cache + 1, mine->caches);

    flag_set(&box->arrived, step);
    SLICES_WAIT_NEAR(job, mine, arrived, step);        /* the vectors of this cache are ready */
    SLICES_WAIT_ACROSS(job, mine, finished, step - 1); /* the last slice has been read */
    slices_merge(job, mine->merged, mine->list, mine->ranks, begin, begin + bytes, slices_vector);
    flag_set(&box->pieces, step);
    /* The slices of all caches are merged, that of the root's cache after the root's arrival. */
    SLICES_WAIT_ACROSS(job, mine, pieces, step);
    slices_merge(job, result + from, slices_across(mine), mine->caches, from, to, slices_merged);
    flag_set(&box->finished, step);
    SLICES_WAIT_NEAR(job, mine, pieces, step); /* this rank's vector has been read */
}

#define SLICES .shared = true, .setup = slices_setup, .teardown = state_free
