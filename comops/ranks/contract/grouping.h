/* SPDX-License-Identifier: BSD-3-Clause */
/* Which ranks are together on a cache, in a NUMA node, in a package. */
#pragma once

#include "comops/comops.h"

enum level { IN_CACHE, IN_NODE, IN_PACKAGE, IN_MACHINE };

static inline bool grouping_together(const struct job *job, int a, int b, enum level level)
{
    const struct job *one = job->peers[a], *other = job->peers[b];

    return level == IN_MACHINE ||
           (one->package == other->package &&
            (level == IN_PACKAGE ||
             (one->node == other->node && (level == IN_NODE || one->cache == other->cache))));
}

/* The first rank that is together with this one. */
static inline int grouping_leader(const struct job *job, int rank, enum level level)
{
    int first = ROOT;

    while (!grouping_together(job, first, rank, level))
        first++;
    return first;
}

/* The lowest level at which all ranks are together. */
static inline enum level grouping_top(const struct job *job)
{
    enum level level = IN_CACHE;

    for (int rank = 0; rank < job->ranks; rank++)
        while (!grouping_together(job, ROOT, rank, level))
            level++;
    return level;
}

/* In how many groups of a level the ranks are. */
static inline int grouping_count(const struct job *job, enum level level)
{
    int count = 0;

    for (int rank = 0; rank < job->ranks; rank++)
        count += grouping_leader(job, rank, level) == rank;
    return count;
}
