/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks synchronize through the groups of the machine (comops/contract/grouping.h). Below the
 * top, the leader of each group hears its ranks, and later tells all of them at once what came from
 * everywhere. The ranks at the top hear each other: all at once, or if they are many, in two
 * rounds, first the ranks of their own block, then one of each other block, like the rows and
 * columns of a table. So up to GROUP_MOST ranks on one cache meet in a single transfer, up to its
 * square in two.
 *
 * The two rounds are those of dissemination (Hensgen, Finkel and Manber 1988) with more than one
 * partner at a time; counting up and waking down is algorithm 11 of Mellor-Crummey and Scott 1991.
 */
#pragma once

#include "comops/contract/grouping.h"
#include "shm_threads/direct/direct.h"

enum { ROUNDS = 2 };

struct rounds {
    struct endpoint box;     /* first, for endpoint_of */
    int parent, teller;      /* below the top: the ranks that hear and tell this one; else NOBODY */
    bool tells;              /* this rank tells others */
    int below;               /* ranks in `list` */
    int count, ends[ROUNDS]; /* rounds at the top; where the ranks of each end in `heard` */
    int *list, *heard;       /* in rank order: this rank and those it hears, below and at the top */
    void *more;              /* what an implementation has beside this */
    struct grouped all[];    /* for setup */
};

static inline int rounds_rank(const struct job *job, const struct rounds *mine, int top)
{
    int rank = ROOT;

    while (rank < job->ranks - 1 && mine->all[rank].top != top)
        rank++;
    return rank;
}

static inline void rounds_fill_top(const struct job *job, struct rounds *mine)
{
    const int own = mine->all[job->rank].top;
    int tops = 0, end = 0, block = 0;

    for (int rank = 0; rank < job->ranks; rank++)
        tops += mine->all[rank].top != NOBODY;
    const int blocks = grouping_blocks(tops);

    while (grouping_begin(block + 1, blocks, tops) <= own)
        block++;
    const int begin = grouping_begin(block, blocks, tops);

    for (int top = begin; top < grouping_begin(block + 1, blocks, tops); top++)
        mine->heard[end++] = rounds_rank(job, mine, top);
    mine->ends[mine->count++] = end;
    if (blocks == 1)
        return;
    for (int other = 0; other < blocks; other++) {
        const int first = grouping_begin(other, blocks, tops),
                  size = grouping_begin(other + 1, blocks, tops) - first;

        mine->heard[end++] = rounds_rank(job, mine, first + (own - begin) % size);
    }
    mine->ends[mine->count++] = end;
}

static inline void rounds_fill(const struct job *job, struct rounds *mine)
{
    const struct grouped *own = &mine->all[job->rank];
    const bool top = own->top != NOBODY;

    mine->parent = top ? NOBODY : own->parent;
    mine->teller = top ? NOBODY : own->teller;
    mine->list[mine->below++] = job->rank;
    for (int rank = job->rank + 1; rank < job->ranks; rank++) {
        const struct grouped *other = &mine->all[rank];

        if (other->top == NOBODY && other->parent == job->rank)
            mine->list[mine->below++] = rank;
        mine->tells = mine->tells || (other->top == NOBODY && other->teller == job->rank);
    }
    if (top)
        rounds_fill_top(job, mine);
}

/* Returns `more` bytes beside it, NULL without memory. */
static inline void *rounds_setup_with(struct job *job, size_t more)
{
    const size_t ranks = (size_t)job->ranks,
                 before = sizeof(struct rounds) + ranks * sizeof(struct grouped),
                 lists = 3 * ranks * sizeof(int),
                 bytes = (before + lists + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
    struct rounds *mine =
        direct_setup_with(job, bytes - sizeof mine->box + more) ? job->state : NULL;

    if (!mine)
        return NULL;
    mine->list = (int *)((char *)mine + before);
    mine->heard = mine->list + ranks;
    mine->more = (char *)mine + bytes;
    grouping_find(job, mine->all, mine->list);
    rounds_fill(job, mine);
    return mine->more;
}

static inline bool rounds_setup(struct job *job)
{
    return rounds_setup_with(job, 0);
}

#define IN_ROUNDS .shared = true, .setup = rounds_setup, .teardown = state_free
