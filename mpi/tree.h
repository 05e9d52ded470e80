/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4 (they call it binary; it is binomial),
 * for any number of ranks. On the level of a distance, the powers of two downwards, every
 * multiple of twice the distance gives to the rank that far behind it, if there is one. In the
 * print of their appendices B and C the highest rank is an undefined `pe`. */
#ifndef MPI_TREE_H
#define MPI_TREE_H

#include "comops/comops.h"

/* The distance of the first level; halve it until it is 0. */
static inline int tree_distance(const struct job *job)
{
    int distance = 1;

    while (2 * distance < job->ranks)
        distance *= 2;
    return distance;
}

static inline bool tree_gives(const struct job *job, int distance)
{
    return job->rank % (2 * distance) == 0 && job->rank + distance < job->ranks;
}

static inline bool tree_takes(const struct job *job, int distance)
{
    return job->rank % (2 * distance) == distance;
}

/* Where this rank has the data, or will have them. */
static inline char *tree_data(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}

#endif
