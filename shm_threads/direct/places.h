/* SPDX-License-Identifier: BSD-3-Clause */
/* Where each rank is in the groups of the machine (groups.h): the ranks on one cache; the first
 * ranks of caches in one package; those of packages. The last group is the top. The first rank of a
 * group leads it: it waits for the others, its children. A group of more than GROUP_MOST is divided
 * into about as many blocks as each has members; the first rank of a block waits for the others of
 * its block, and the leader for those.
 *
 * NUMA nodes of a package make no group: their caches are no farther apart than many in one node,
 * and each group costs a transfer. Groups by shared caches are those of Graham and Shipman, "MPI
 * support for multi-core architectures", EuroPVM/MPI 2008. */
#pragma once

#include "comops/contract/grouping.h"

/* About as many requests for lines as a core keeps in flight (10 to 48 on today's processors).
 * Tests use fewer. */
#ifndef COMOPS_GROUP_MOST
#define COMOPS_GROUP_MOST 16
#endif
enum { GROUP_MOST = COMOPS_GROUP_MOST, NOBODY = -1 };

/* A rank's place in the groups; every rank finds the same for all. */
struct place {
    int parent; /* the rank that waits for it; NOBODY at the top */
    int leader; /* the rank that releases it: the first of its last group */
    int top;    /* at the top: its number there, counted from 0; NOBODY below */
    /* The maximum over this rank and the ranks below it: in how many groups such a rank and its
     * leaders are, and how many ranks wait for each other there. ROOT's are job->levels and
     * job->grouped. */
    int levels, ranks;
};

/* Number of blocks of a group: 1, or about as many as each has members. */
static inline int groups_blocks(int count)
{
    int blocks = 1;

    if (count > GROUP_MOST)
        while (blocks * blocks < count)
            blocks++;
    return blocks;
}

static inline int groups_block_begin(int block, int blocks, int count)
{
    return (block * count + blocks - 1) / blocks;
}

/* Makes a group of the ranks that have no parent yet and are together with `first` at a level.
 * `members` has room for all ranks. */
static inline void groups_join(const struct job *job, struct place *all, int *members, int first,
                               enum level level)
{
    struct place *leader = &all[first];
    int count = 0, levels = 0, ranks = 0;

    for (int rank = first; rank < job->ranks; rank++)
        if (all[rank].parent == NOBODY && grouping_together(job, first, rank, level)) {
            levels = all[rank].levels > levels ? all[rank].levels : levels;
            ranks = all[rank].ranks > ranks ? all[rank].ranks : ranks;
            members[count++] = rank;
        }
    const int blocks = groups_blocks(count);

    for (int block = 0, i = 0; block < blocks; block++) {
        const int begin = i, end = groups_block_begin(block + 1, blocks, count);

        for (; i < end; i++) {
            all[members[i]].parent = i > begin ? members[begin] : i ? first : NOBODY;
            all[members[i]].leader = i ? first : NOBODY;
        }
    }
    if (count > 1) {
        leader->levels = levels + 1;
        leader->ranks = ranks + (count + blocks - 1) / blocks + blocks - 1;
    }
}

/* Fills `all`, and job->levels and job->grouped. */
static inline void groups_find(struct job *job, struct place *all, int *members)
{
    const enum level top = grouping_top(job);
    int tops = 0;

    for (int rank = 0; rank < job->ranks; rank++)
        all[rank] = (struct place){.parent = NOBODY, .leader = NOBODY, .top = NOBODY};
    for (enum level level = IN_CACHE; level < top; level += level == IN_CACHE ? IN_PACKAGE : 1)
        for (int rank = 0; rank < job->ranks; rank++)
            if (grouping_leader(job, rank, level) == rank)
                groups_join(job, all, members, rank, level);
    for (int rank = 0; rank < job->ranks; rank++)
        if (all[rank].parent == NOBODY)
            all[rank].top = tops++;
    groups_join(job, all, members, ROOT, top);
    job->levels = all[ROOT].levels;
    job->grouped = all[ROOT].ranks;
}
