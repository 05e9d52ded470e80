/* SPDX-License-Identifier: BSD-3-Clause */
/* Many ranks meet in levels that follow the machine: ranks on one cache; the leaders of caches on
 * one NUMA node; of nodes in one package; of packages. A group of more than BLOCK is divided into
 * blocks of equal size, whose leaders are one more group. The first rank of a group leads it: it
 * hears all others. Lines that are already written arrive together, so a level takes little longer
 * than one transfer. The members of the last group, the top, hear each other, which saves the way
 * back. So up to BLOCK ranks on one cache meet in a single transfer.
 *
 * Groups by shared caches are those of Graham and Shipman, "MPI support for multi-core
 * architectures", EuroPVM/MPI 2008; counting up and waking down a tree is algorithm 11 of
 * Mellor-Crummey and Scott 1991. */
#pragma once

#include "shm_threads/direct/direct.h"

/* A core keeps about as many requests for lines in flight (10 to 48 on today's processors). */
enum { BLOCK = 16 };

enum level { IN_CACHE, IN_NODE, IN_PACKAGE, IN_MACHINE };

enum { NOBODY = -1 };

struct hierarchy {
    struct endpoint box; /* first, for endpoint_of */
    int parent;          /* the leader that hears this rank; NOBODY at the top */
    int group, tops;     /* ranks in each list, both with this one; no tops below the top */
    void *more;          /* what an implementation has beside this */
    int list[];          /* this rank and those it leads; then those that meet at the top */
};

static inline const int *hierarchy_tops(const struct hierarchy *whole)
{
    return whole->list + whole->group;
}

static inline bool hierarchy_together(const struct job *job, int a, int b, enum level level)
{
    const struct job *one = job->peers[a], *other = job->peers[b];

    return level == IN_MACHINE ||
           (one->package == other->package &&
            (level == IN_PACKAGE ||
             (one->node == other->node && (level == IN_NODE || one->cache == other->cache))));
}

static inline int hierarchy_leader(const struct job *job, int rank, enum level level)
{
    int first = ROOT;

    while (!hierarchy_together(job, first, rank, level))
        first++;
    return first;
}

/* The level at which all ranks are together. */
static inline enum level hierarchy_top(const struct job *job)
{
    enum level level = IN_CACHE;

    for (int rank = 0; rank < job->ranks; rank++)
        while (!hierarchy_together(job, ROOT, rank, level))
            level++;
    return level;
}

/* Gives leaders to the ranks that have none yet and are together with `first` at a level. At the
 * top the leaders of blocks, or all of a single block, keep none. */
static inline void hierarchy_join(const struct job *job, int *parents, int first, enum level level,
                                  bool top)
{
    int count = 0, number = 0, leader = first;

    for (int rank = first; rank < job->ranks; rank++)
        count += parents[rank] == NOBODY && hierarchy_together(job, first, rank, level);
    const int blocks = (count + BLOCK - 1) / BLOCK;

    for (int rank = first; rank < job->ranks; rank++) {
        if (parents[rank] != NOBODY || !hierarchy_together(job, first, rank, level))
            continue;
        const bool leads = number == 0 || number * blocks / count > (number - 1) * blocks / count;

        if (leads)
            leader = rank;
        if (!leads && (!top || blocks > 1))
            parents[rank] = leader;
        else if (leads && !top && number > 0)
            parents[rank] = first;
        number++;
    }
}

/* The leader of each rank. */
static inline void hierarchy_parents(const struct job *job, int *parents)
{
    const enum level top = hierarchy_top(job);

    for (int rank = 0; rank < job->ranks; rank++)
        parents[rank] = NOBODY;
    for (enum level level = IN_CACHE; level < top; level++)
        for (int rank = 0; rank < job->ranks; rank++)
            if (hierarchy_leader(job, rank, level) == rank)
                hierarchy_join(job, parents, rank, level, false);
    hierarchy_join(job, parents, ROOT, top, true);
}

/* In rank order. */
static inline void hierarchy_fill(const struct job *job, struct hierarchy *mine, const int *parents)
{
    mine->parent = parents[job->rank];
    mine->list[mine->group++] = job->rank;
    for (int rank = job->rank + 1; rank < job->ranks; rank++)
        if (parents[rank] == job->rank)
            mine->list[mine->group++] = rank;
    for (int rank = 0; mine->parent == NOBODY && rank < job->ranks; rank++)
        if (parents[rank] == NOBODY)
            mine->list[mine->group + mine->tops++] = rank;
}

/* With `more` bytes beside it. */
static inline bool hierarchy_setup_with(struct job *job, size_t more)
{
    const size_t lists = 3 * (size_t)job->ranks * sizeof(int); /* both, and the parents */
    const size_t bytes =
        (sizeof(struct hierarchy) + lists + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct hierarchy *mine =
        direct_setup_with(job, bytes - sizeof mine->box + more) ? job->state : NULL;

    if (mine) {
        int *parents = mine->list + 2 * job->ranks;

        hierarchy_parents(job, parents);
        hierarchy_fill(job, mine, parents);
        mine->more = (char *)mine + bytes;
    }
    return mine;
}

static inline bool hierarchy_setup(struct job *job)
{
    return hierarchy_setup_with(job, 0);
}

#define HIERARCHY .shared = true, .setup = hierarchy_setup, .teardown = state_free
