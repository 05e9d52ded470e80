/* SPDX-License-Identifier: BSD-3-Clause */
/* More than two ranks meet in groups that follow the machine (places.h). Lines that are already
 * written arrive together, so a group takes little longer than one transfer. All that follows is
 * for machines that were only simulated (docs/direct.md); two ranks read none of it. */
#pragma once

#include "shm_threads/direct/line.h"
#include "shm_threads/direct/places.h"

enum { ROUNDS = 2 }; /* at most, in which the ranks at the top meet */

struct groups {
    struct endpoint endpoint;  /* first, for endpoint_of */
    int parent, leader;        /* NOBODY at the top */
    bool releases;             /* this rank releases others */
    int count;                 /* of `list` */
    int rounds, ends[ROUNDS];  /* at the top; where the partners of each round end */
    int *list, *partners;      /* in rank order: this rank and its children; itself and the ranks
                                * that it meets at the top */
    void *more;                /* what an implementation has beside this */
    struct place all[];        /* for set-up */
};

static inline int groups_at_top(const struct job *job, const struct groups *mine, int top)
{
    int rank = ROOT;

    while (rank < job->ranks - 1 && mine->all[rank].top != top)
        rank++;
    return rank;
}

/* The ranks at the top meet all at once or, if they are many, in two rounds: first those of their
 * own block, then one of each other block, like the rows and columns of a table (dissemination with
 * several partners at a time; Hensgen, Finkel and Manber 1988). */
static inline void groups_fill_top(const struct job *job, struct groups *mine)
{
    const int own = mine->all[job->rank].top;
    int tops = 0, end = 0, block = 0;

    for (int rank = 0; rank < job->ranks; rank++)
        tops += mine->all[rank].top != NOBODY;
    const int blocks = groups_blocks(tops);

    while (groups_block_begin(block + 1, blocks, tops) <= own)
        block++;
    const int begin = groups_block_begin(block, blocks, tops);

    for (int top = begin; top < groups_block_begin(block + 1, blocks, tops); top++)
        mine->partners[end++] = groups_at_top(job, mine, top);
    mine->ends[mine->rounds++] = end;
    if (blocks == 1)
        return;
    for (int other = 0; other < blocks; other++) {
        const int first = groups_block_begin(other, blocks, tops),
                  size = groups_block_begin(other + 1, blocks, tops) - first;

        mine->partners[end++] = groups_at_top(job, mine, first + (own - begin) % size);
    }
    mine->ends[mine->rounds++] = end;
}

/* In rounds the top is no group with a leader: its ranks have neither parent nor children there. */
static inline void groups_fill(const struct job *job, struct groups *mine, bool in_rounds)
{
    const struct place *own = &mine->all[job->rank];
    const bool top = in_rounds && own->top != NOBODY;

    mine->parent = top ? NOBODY : own->parent;
    mine->leader = top ? NOBODY : own->leader;
    mine->list[mine->count++] = job->rank;
    for (int rank = job->rank + 1; rank < job->ranks; rank++) {
        const struct place *other = &mine->all[rank];
        const bool below = !in_rounds || other->top == NOBODY;

        if (below && other->parent == job->rank)
            mine->list[mine->count++] = rank;
        mine->releases = mine->releases || (below && other->leader == job->rank);
    }
    if (top)
        groups_fill_top(job, mine);
}

/* The one set-up: with the top in rounds or under the root, and `more` bytes beside it, at a
 * multiple of CACHE_LINE_PAIR. NULL without memory. */
static inline struct groups *groups_setup(struct job *job, bool in_rounds, size_t more)
{
    const size_t ranks = (size_t)job->ranks,
                 before = sizeof(struct groups) + ranks * sizeof(struct place),
                 lists = 3 * ranks * sizeof(int),
                 bytes = (before + lists + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
    struct groups *mine = direct_allocate(job, bytes + more);

    if (!mine)
        return NULL;
    mine->list = (int *)((char *)mine + before);
    mine->partners = mine->list + ranks;
    mine->more = (char *)mine + bytes;
    groups_find(job, mine->all, mine->list);
    groups_fill(job, mine, in_rounds);
    return mine;
}

static inline bool groups_setup_rounds(struct job *job)
{
    return groups_setup(job, true, 0);
}

#define IN_ROUNDS .shared = true, .setup = groups_setup_rounds, .teardown = state_free

/* Slots of the barrier below; each round has one. Those from FREE on are not used. */
enum { UP, DOWN, ROUND, FREE = ROUND + ROUNDS };

static inline struct line *slot_of(const struct job *job, int rank, int slot)
{
    return endpoint_of(job, rank)->slots[slot];
}

/* A barrier: a rank announces itself when all its children have arrived; below the top it waits
 * until its leader releases it, at the top until its partners of each round have announced
 * themselves (counting up and waking down: algorithm 11 of Mellor-Crummey and Scott 1991). The
 * number of the run replaces parity and sense, so nothing is ever reset: a flag has one writer, and
 * its readers accept any number not below their own. */
static inline void groups_meet(struct job *job, struct groups *mine, uint64_t step)
{
    if (job->ranks == 2) {
        turn_set(slot_of(job, job->rank, ROUND), step);
        turn_wait(slot_of(job, 1 - job->rank, ROUND), step);
        return;
    }
    for (int i = 1; i < mine->count; i++)
        turn_wait(slot_of(job, mine->list[i], UP), step);
    if (mine->parent != NOBODY) {
        turn_set(slot_of(job, job->rank, UP), step); /* this rank and all below it have begun */
        turn_wait(slot_of(job, mine->leader, DOWN), step);
    }
    for (int round = 0, i = 0; round < mine->rounds; round++) {
        turn_set(slot_of(job, job->rank, ROUND + round), step);
        for (; i < mine->ends[round]; i++)
            if (mine->partners[i] != job->rank)
                turn_wait(slot_of(job, mine->partners[i], ROUND + round), step);
    }
    if (mine->releases)
        turn_set(slot_of(job, job->rank, DOWN), step); /* all ranks have begun */
}
