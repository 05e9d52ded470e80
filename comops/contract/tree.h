/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4: called binary there, but binomial. A
 * rank's parent is the rank with its lowest set bit cleared, its children are those with one
 * lower bit set; rank 0's are the powers of two. On the level of a distance, the powers of two
 * downwards, who has the data gives to the rank that far behind it. Any number of ranks: in the
 * print of appendices B and C the highest rank is an undefined `pe`. */
#ifndef COMOPS_TREE_H
#define COMOPS_TREE_H

#include "comops/comops.h"

/* The distance of the first level; halve it until it is 0. */
static inline int tree_top(const struct job *job)
{
    int distance = 1;

    while (2 * distance < job->ranks)
        distance *= 2;
    return distance;
}

/* Distance of the level at which this rank is a child; rank 0, which is none, has its before all.
 */
static inline int tree_level(const struct job *job)
{
    return job->rank == ROOT ? 2 * tree_top(job) : job->rank & -job->rank;
}

static inline int tree_parent(const struct job *job)
{
    return job->rank & (job->rank - 1);
}

/* Its child at this level, or -1. Who has none at distance 1 has none at all. */
static inline int tree_child(const struct job *job, int distance)
{
    const int child = job->rank + distance;

    return distance < tree_level(job) && child < job->ranks ? child : -1;
}

/* Where this rank has the data, or will have them. */
static inline char *tree_data(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}

#endif
