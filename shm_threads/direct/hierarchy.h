/* SPDX-License-Identifier: BSD-3-Clause */
/* Many ranks meet in levels that follow the machine. The first rank of a group leads it: of up to
 * BLOCK neighbouring ranks on one cache; of the leaders of blocks on this cache; of caches on one
 * NUMA node; of nodes in one package; of packages. A leader hears all others of its group. Lines
 * that are already written arrive together, so a level takes little longer than one transfer. The
 * members of the last group, the top, hear each other, which saves the way back. So up to BLOCK
 * ranks on one cache meet in a single transfer.
 *
 * Groups by shared caches are those of Graham and Shipman, "MPI support for multi-core
 * architectures", EuroPVM/MPI 2008; counting up and waking down a tree is algorithm 11 of
 * Mellor-Crummey and Scott 1991. */
#pragma once

#include "shm_threads/direct/direct.h"

/* A core keeps about as many requests for lines in flight (10 to 48 on today's processors). */
enum { BLOCK = 16 };

enum level { IN_BLOCK, IN_CACHE, IN_NODE, IN_PACKAGE, IN_MACHINE };

struct hierarchy {
    struct endpoint box; /* first, for endpoint_of */
    int parent;          /* the leader that hears this rank; -1 at the top */
    int group, tops;     /* ranks in each list, both with this one; no tops below the top */
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
             (one->node == other->node &&
              (level == IN_NODE ||
               (one->cache == other->cache && (level == IN_CACHE || a / BLOCK == b / BLOCK))))));
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
    enum level level = IN_BLOCK;

    for (int rank = 0; rank < job->ranks; rank++)
        while (!hierarchy_together(job, ROOT, rank, level))
            level++;
    return level;
}

static inline int hierarchy_parent(const struct job *job, int rank, enum level top)
{
    for (enum level level = IN_BLOCK; level < top; level++)
        if (hierarchy_leader(job, rank, level) != rank)
            return hierarchy_leader(job, rank, level);
    return -1;
}

/* In rank order. */
static inline void hierarchy_fill(const struct job *job, struct hierarchy *mine, enum level top)
{
    mine->list[mine->group++] = job->rank;
    for (int rank = job->rank + 1; rank < job->ranks; rank++)
        if (hierarchy_parent(job, rank, top) == job->rank)
            mine->list[mine->group++] = rank;
    for (int rank = 0; mine->parent < 0 && rank < job->ranks; rank++)
        if (hierarchy_parent(job, rank, top) < 0)
            mine->list[mine->group + mine->tops++] = rank;
}

static inline bool hierarchy_setup(struct job *job)
{
    const size_t most = 2 * (size_t)job->ranks, lists = most * sizeof(int);
    struct hierarchy *mine =
        direct_setup_with(job, sizeof *mine - sizeof mine->box + lists) ? job->state : NULL;

    if (mine) {
        const enum level top = hierarchy_top(job);

        mine->parent = hierarchy_parent(job, job->rank, top);
        hierarchy_fill(job, mine, top);
    }
    return mine;
}

#define HIERARCHY .shared = true, .setup = hierarchy_setup, .teardown = state_free
