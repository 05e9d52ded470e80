/* SPDX-License-Identifier: BSD-3-Clause */
/* More than two ranks meet in groups that follow the machine: the ranks on one cache; the first
 * ranks of caches in one package; those of packages (Graham and Shipman, "MPI support for
 * multi-core architectures", EuroPVM/MPI 2008; NUMA nodes would only add a transfer). The first
 * rank of a group waits for the others, its children: lines that are already written arrive
 * together. The last group is the top, whose ranks meet all at once. Of more than GROUP_MOST ranks,
 * blocks are groups, too. All this was only simulated; two ranks read none of it. */
#pragma once

#include "comops/ranks/contract/grouping.h"
#include "shm_threads/direct/reductions.h"

#ifndef COMOPS_GROUP_MOST
#define COMOPS_GROUP_MOST 16
#endif
/* About as many requests as a core keeps in flight (10 to 48 today). Tests use fewer. */
enum { GROUP_MOST = COMOPS_GROUP_MOST, NOBODY = -1 };

/* A rank's place in the groups; every rank finds the same for all. */
struct place {
    int parent; /* the rank that waits for it; NOBODY at the top */
    int levels, ranks; /* the most groups from here down, and the most ranks in them, added up */
};

struct groups {
    struct endpoint endpoint; /* first, for endpoint_of */
    int parent, leader;       /* its rank at the top */
    bool releases, released;  /* several caches: others wait for it, it waits for its leader */
    int count, *list;         /* this rank and its children, in rank order */
    int tops, *top;           /* the ranks at the top, in rank order */
    void *more;               /* what an implementation has beside this */
    struct place all[];       /* for set-up */
};

/* Puts members `begin` to `end` below the first of them. */
static inline void groups_lead(struct place *all, const int *members, int begin, int end)
{
    struct place *first = &all[members[begin]];

    for (int i = begin; i < end; i++) {
        struct place *other = &all[members[i]];

        first->levels = other->levels > first->levels ? other->levels : first->levels;
        first->ranks = other->ranks > first->ranks ? other->ranks : first->ranks;
        other->parent = i > begin ? members[begin] : NOBODY;
    }
    first->levels += end - begin > 1;
    first->ranks += end - begin > 1 ? end - begin : 0;
}

/* Finds the ranks without a parent that are together with `first` at a level; blocks of them get
 * one if they are many. Returns how many are left. */
static inline int groups_join(const struct job *job, struct place *all, int *members, int first,
                              enum level level)
{
    int count = 0;

    for (int rank = first; rank < job->ranks; rank++)
        if (all[rank].parent == NOBODY && grouping_together(job, first, rank, level))
            members[count++] = rank;
    while (count > GROUP_MOST) {
        int blocks = 1;

        while (blocks * blocks < count)
            blocks++;
        for (int block = 0; block < blocks; block++) {
            const int begin = (block * count + blocks - 1) / blocks;

            groups_lead(all, members, begin, ((block + 1) * count + blocks - 1) / blocks);
            members[block] = members[begin];
        }
        count = blocks;
    }
    return count;
}

/* The one set-up: with `more` bytes beside it, at a multiple of CACHE_LINE_PAIR. `rooted`: the top
 * is a group below the root. Sets job->levels and job->grouped. NULL without memory. */
static inline struct groups *groups_setup(struct job *job, bool rooted, size_t more)
{
    const size_t ranks = (size_t)job->ranks,
                 before = sizeof(struct groups) + ranks * sizeof(struct place),
                 lists = 2 * ranks * sizeof(int) + CACHE_LINE_PAIR - 1,
                 bytes = (before + lists) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
    const enum level top = grouping_top(job);
    struct groups *mine = direct_allocate(job, bytes + more);
    struct place *all = mine ? mine->all : NULL;

    if (!mine)
        return NULL;
    mine->list = (int *)((char *)mine + before);
    mine->top = mine->list + ranks;
    mine->more = (char *)mine + bytes;
    for (int rank = 0; rank < job->ranks; rank++)
        all[rank].parent = NOBODY;
    for (enum level level = IN_CACHE; level < top; level += level == IN_CACHE ? IN_PACKAGE : 1)
        for (int rank = 0; rank < job->ranks; rank++)
            if (grouping_leader(job, rank, level) == rank)
                groups_lead(all, mine->top, 0, groups_join(job, all, mine->top, rank, level));
    mine->tops = groups_join(job, all, mine->top, ROOT, top);
    groups_lead(all, mine->top, 0, mine->tops);
    job->levels = all[ROOT].levels;
    job->grouped = all[ROOT].ranks;
    for (int i = 1; !rooted && i < mine->tops; i++)
        all[mine->top[i]].parent = NOBODY;
    mine->parent = all[job->rank].parent;
    for (int rank = job->rank; rank != NOBODY; rank = all[rank].parent)
        mine->leader = rank;
    mine->released = top > IN_CACHE && mine->parent != NOBODY;
    for (int rank = job->rank; rank < job->ranks; rank++)
        if (rank == job->rank || all[rank].parent == job->rank)
            mine->list[mine->count++] = rank;
    mine->releases = top > IN_CACHE && mine->count > 1;
    return mine;
}

static inline bool groups_setup_meeting(struct job *job)
{
    return groups_setup(job, false, 0);
}
#define IN_GROUPS .shared = true, .setup = groups_setup_meeting, .teardown = state_free

enum { UP, DOWN, TOP, FREE }; /* slots of the barrier below; those from FREE on are not used */
#define SLOT_OF(job, rank, slot) (endpoint_of(job, rank)->slots[slot])

/* A barrier: a rank announces itself when all its children have (Mellor-Crummey and Scott 1991),
 * and waits for all at the top; on several caches these release the others. A flag has one writer;
 * its readers accept any number not below their own. */
static inline void groups_meet(struct job *job, struct groups *mine, uint64_t step)
{
    if (job->ranks == 2) {
        turn_set(SLOT_OF(job, job->rank, TOP), step);
        turn_wait(SLOT_OF(job, 1 - job->rank, TOP), step);
        return;
    }
    for (int i = 1; i < mine->count; i++)
        turn_wait(SLOT_OF(job, mine->list[i], UP), step);
    /* This rank and all below it have begun. */
    turn_set(SLOT_OF(job, job->rank, mine->parent == NOBODY ? TOP : UP), step);
    if (mine->released) {
        turn_wait(SLOT_OF(job, mine->leader, DOWN), step);
        return;
    }
    for (int i = 0; i < mine->tops; i++)
        if (mine->top[i] != job->rank)
            turn_wait(SLOT_OF(job, mine->top[i], TOP), step);
    if (mine->releases)
        turn_set(SLOT_OF(job, job->rank, DOWN), step); /* all ranks have begun */
}
