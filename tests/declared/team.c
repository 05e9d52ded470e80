/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/declared/team.h"
#include "comops/ranks/watch/fibre.h"
#include "comops/ranks/watch/watch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 1 << 24, PAGE = 4096, ALIGNMENT = 128, VAIN_MOST = 1 << 20 };

static struct fibre fibres[TEAM_MOST];
static int rank_count;
static unsigned moves, vain;   /* since the last move */
static unsigned met, meetings; /* ranks that have come to the next meeting; meetings so far */

/* Symmetric memory: what a rank has at an offset of its part, all others have at the same. */
static char *parts;
static size_t part; /* bytes of each */
static size_t taken[TEAM_MOST];

void team_run(int ranks, void (*live)(int rank))
{
    watch_reset();
    memset(taken, 0, sizeof taken);
    rank_count = ranks;
    part = PARTS / (size_t)ranks / PAGE * PAGE;
    parts = watch_allocate(ALIGNMENT, (size_t)ranks * part);
    met = 0;
    for (int rank = 0; rank < ranks; rank++)
        fibre_begin(&fibres[rank], TEAM_STACK, live, rank);
    for (int rank = 0; rank < ranks; rank++)
        while (!fibres[rank].ended) {
            watch_rank = rank;
            fibre_switch(&fibre_main, &fibres[rank]);
        }
    watch_rank = -1;
}

int team_ranks(void)
{
    return rank_count;
}

void team_yield(void)
{
    struct fibre *self = &fibres[watch_rank];
    int next = watch_rank;

    if (++vain > VAIN_MOST) {
        fprintf(stderr, "deadlock: rank %d and all others wait for ever\n", watch_rank);
        abort();
    }
    do
        next = (next + 1) % rank_count;
    while (fibres[next].ended);
    watch_rank = next;
    if (&fibres[next] != self)
        fibre_switch(self, &fibres[next]);
}

void team_moved(void)
{
    moves++;
    vain = 0;
}

void team_meet(void)
{
    const unsigned meeting = meetings;

    team_moved();
    if (++met == (unsigned)rank_count) {
        met = 0;
        meetings++;
    }
    while (meetings == meeting)
        team_yield();
}

void team_last(void)
{
    unsigned before;

    team_yield(); /* the others begin */
    do {
        before = moves;
        team_yield();
    } while (moves != before);
}

void *team_memory(size_t bytes)
{
    char *memory = parts + (size_t)watch_rank * part + taken[watch_rank];

    taken[watch_rank] += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (taken[watch_rank] > part)
        abort();
    return memory;
}

void *team_there(const void *here, int rank)
{
    const int owner = team_owner(here);

    if (owner < 0)
        abort(); /* not symmetric */
    return (char *)here + (rank - owner) * (ptrdiff_t)part;
}

int team_owner(const void *address)
{
    const size_t offset = (uintptr_t)address - (uintptr_t)parts;

    return offset < (size_t)rank_count * part ? (int)(offset / part) : -1;
}

size_t team_stack_offset(const void *address)
{
    const size_t offset = (uintptr_t)address - (uintptr_t)fibres[watch_rank].stack;

    if (offset >= TEAM_STACK)
        abort(); /* memory that is not counted */
    return (size_t)watch_rank * TEAM_STACK + offset;
}
