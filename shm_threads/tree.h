/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4: called binary there, but binomial. A
 * rank's parent is the rank with its lowest set bit cleared, its children are those with one
 * lower bit set; rank 0's are the powers of two. Any number of ranks. */
#ifndef TREE_H
#define TREE_H

#include "comops/comops.h"

/* The bit of the first level; at each level half of it, down to 1. */
static inline int tree_top(const struct job *job)
{
    int bit = 1;

    while (2 * bit < job->ranks)
        bit *= 2;
    return bit;
}

/* Bit of the level at which this rank is a child; rank 0, which is none, has had its before all. */
static inline int tree_level(const struct job *job)
{
    return job->rank == ROOT ? 2 * tree_top(job) : job->rank & -job->rank;
}

static inline int tree_parent(const struct job *job)
{
    return job->rank & (job->rank - 1);
}

/* Its child at this level, or -1. */
static inline int tree_child(const struct job *job, int bit)
{
    return bit < tree_level(job) && job->rank + bit < job->ranks ? job->rank + bit : -1;
}

/* What a rank passes on. */
static inline char *tree_data(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}

#endif
