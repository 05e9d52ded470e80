/* SPDX-License-Identifier: BSD-3-Clause */
/* The binomial tree of Luecke, Spanoyannis and Kraeva 2004, appendix A: a rank's parent lacks its
 * lowest bit, its children have one bit more below that. */
#ifndef SHMEM_TREE_H
#define SHMEM_TREE_H

static inline int tree_parent(int rank)
{
    return rank & (rank - 1);
}

/* The largest power of two that a child may be away; children are at this and all smaller ones. */
static inline int tree_reach(int rank, int ranks)
{
    int reach = 1;

    if (rank)
        return (rank & -rank) >> 1;
    while (reach * 2 < ranks)
        reach *= 2;
    return reach;
}

#endif
