/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4, which they call binary, but which is
 * binomial. A rank's parent has its lowest set bit cleared, its children have one lower bit set;
 * rank 0's are the powers of two. Levels are distances, the powers of two downwards: each rank that
 * has the data passes them to the rank at that distance. Works for any number of ranks; in the
 * paper's appendices B and C the highest rank is an undefined `pe`. */
#pragma once

#include "comops/comops.h"

/* The distance of the first level; halve it until it is 0. */
static inline int tree_top(const struct job *job)
{
    int distance = 1;

    while (2 * distance < job->ranks)
        distance *= 2;
    return distance;
}

/* Distance of the level at which this rank receives; for rank 0, twice the first. */
static inline int tree_level(const struct job *job)
{
    return job->rank == ROOT ? 2 * tree_top(job) : job->rank & -job->rank;
}

static inline int tree_parent(const struct job *job)
{
    return job->rank & (job->rank - 1);
}

/* Its child at this level, or -1. A rank without a child at distance 1 has no children. */
static inline int tree_child(const struct job *job, int distance)
{
    const int child = job->rank + distance;

    return distance < tree_level(job) && child < job->ranks ? child : -1;
}

/* Where this rank holds the data once it has them. */
static inline char *tree_data(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}
