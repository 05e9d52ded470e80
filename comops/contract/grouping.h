/* SPDX-License-Identifier: BSD-3-Clause */
/* Many ranks meet in groups that follow the machine's topology: ranks on one cache; the leaders of
 * caches in one package; those of packages. The last group is the top. The first rank of a group
 * leads it. A group of more than GROUP_MOST is divided into about as many blocks as each has
 * members; the first of a block waits for the others ("hears" them), and the leader for those.
 *
 * NUMA nodes of a package make no group: their caches are no farther apart than many in one node,
 * and each group costs a transfer.
 *
 * Groups by shared caches are those of Graham and Shipman, "MPI support for multi-core
 * architectures", EuroPVM/MPI 2008. */
#pragma once

#include "comops/comops.h"

/* About as many requests for lines as a core keeps in flight (10 to 48 on today's processors).
 * Tests use fewer. */
#ifndef COMOPS_GROUP_MOST
#define COMOPS_GROUP_MOST 16
#endif
enum { GROUP_MOST = COMOPS_GROUP_MOST };

enum level { IN_CACHE, IN_NODE, IN_PACKAGE, IN_MACHINE };

enum { NOBODY = -1 };

/* A rank's place in the groups. */
struct grouped {
    int parent; /* who hears it; NOBODY at the top */
    int teller; /* who passes results of the groups above to it: the first of its last group */
    int top;    /* at the top: its number there, counted from 0; NOBODY below */
    /* The maximum over this rank and the ranks below it: in how many groups such a rank and its
     * leaders are, and how many ranks hear each other there. ROOT's are job->levels and
     * job->grouped. */
    int levels, ranks;
};

static inline bool grouping_together(const struct job *job, int a, int b, enum level level)
{
    const struct job *one = job->peers[a], *other = job->peers[b];

    return level == IN_MACHINE ||
           (one->package == other->package &&
            (level == IN_PACKAGE ||
             (one->node == other->node && (level == IN_NODE || one->cache == other->cache))));
}

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

/* Number of blocks of a group of `count`: 1, or about as many as each has members if one would have
 * too many. */
static inline int grouping_blocks(int count)
{
    int blocks = 1;

    if (count > GROUP_MOST)
        while (blocks * blocks < count)
            blocks++;
    return blocks;
}

/* Where a block begins. */
static inline int grouping_begin(int block, int blocks, int count)
{
    return (block * count + blocks - 1) / blocks;
}

/* A group of the ranks that have no leader yet and are together with `first` at a level. `members`
 * has room for all ranks. */
static inline void grouping_join(const struct job *job, struct grouped *all, int *members,
                                 int first, enum level level)
{
    struct grouped *leader = &all[first];
    int count = 0, levels = 0, ranks = 0;

    for (int rank = first; rank < job->ranks; rank++)
        if (all[rank].parent == NOBODY && grouping_together(job, first, rank, level)) {
            levels = all[rank].levels > levels ? all[rank].levels : levels;
            ranks = all[rank].ranks > ranks ? all[rank].ranks : ranks;
            members[count++] = rank;
        }
    const int blocks = grouping_blocks(count);

    for (int block = 0, i = 0; block < blocks; block++) {
        const int begin = i, end = grouping_begin(block + 1, blocks, count);

        for (; i < end; i++) {
            all[members[i]].parent = i > begin ? members[begin] : i ? first : NOBODY;
            all[members[i]].teller = i ? first : NOBODY;
        }
    }
    if (count > 1) {
        leader->levels = levels + 1;
        leader->ranks = ranks + (count + blocks - 1) / blocks + blocks - 1;
    }
}

/* Fills `all`, and job->levels and job->grouped; `members` is scratch space for one number per
 * rank. */
static inline void grouping_find(struct job *job, struct grouped *all, int *members)
{
    const enum level top = grouping_top(job);
    int tops = 0;

    for (int rank = 0; rank < job->ranks; rank++)
        all[rank] = (struct grouped){.parent = NOBODY, .teller = NOBODY, .top = NOBODY};
    for (enum level level = IN_CACHE; level < top; level += level == IN_CACHE ? IN_PACKAGE : 1)
        for (int rank = 0; rank < job->ranks; rank++)
            if (grouping_leader(job, rank, level) == rank)
                grouping_join(job, all, members, rank, level);
    for (int rank = 0; rank < job->ranks; rank++)
        if (all[rank].parent == NOBODY)
            all[rank].top = tops++;
    grouping_join(job, all, members, ROOT, top);
    job->levels = all[ROOT].levels;
    job->grouped = all[ROOT].ranks;
}
