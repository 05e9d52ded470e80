/* SPDX-License-Identifier: BSD-3-Clause */
/* Depth-first search. Ranks are fibres that run up to their next atomic load. There the search
 * chooses, for one of them, which of the stores so far the load returns, or that it waits for a
 * later one. These alternatives exclude each other, so no execution is explored twice. Waiting is
 * an alternative only if a later store does not depend on the load and so could have come earlier
 * (dynamic partial-order reduction, Flanagan and Godefroid 2005). Each execution is run from the
 * beginning, along the choices made so far. */
#include "comops/ranks/watch/fibre.h"
#include "tests/model/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHOICES_MOST = 1 << 14, STACK = 1 << 16 };

static struct rank {
    struct fibre fibre;

    /* The load at which it is suspended. */
    const struct location *location;
    uint32_t number; /* of its loads */
    int tried;       /* the last store that has been tried */
    bool vain;       /* the store just returned changes nothing */
    bool fits;       /* a store already tried ended the wait */
    int store;       /* to be returned */
} ranks[MODEL_RANKS_MOST];

/* A load, and its outcome in the current execution. */
static struct choice {
    int rank;
    const struct location *location;
    uint32_t number;
    int store, newest; /* the store it returns, of those so far; newest + 1: it waits */
    bool fits;         /* a store that was returned ended the wait */
    bool later;        /* a store that it could have returned came later */
} choices[CHOICES_MOST];
static int choice_count; /* of the previous execution, still to be repeated */
static int choice_now;   /* made by the current execution */

static int rank_count;
static struct verdict verdict;

void model_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(verdict.fault, sizeof verdict.fault, format, arguments);
    va_end(arguments);
    fibre_switch(&ranks[watch_rank].fibre, &fibre_main); /* no rank is resumed again */
    abort();
}

static void rank_resume(int rank)
{
    watch_rank = rank;
    fibre_switch(&fibre_main, &ranks[rank].fibre);
    watch_rank = -1;
}

int search_choose(const struct location *location, uint32_t number, bool vain)
{
    struct rank *self = &ranks[watch_rank];

    self->vain = vain;
    if (!vain) {
        self->location = location;
        self->number = number;
        self->tried = -1;
        self->fits = false;
    }
    fibre_switch(&self->fibre, &fibre_main);
    return self->store;
}

void search_store(const struct location *location, const struct clock *loads)
{
    for (int i = 0; i < choice_now; i++)
        if (choices[i].location == location && loads->of[choices[i].rank] < choices[i].number)
            choices[i].later = true;
}

static int store_first(int rank)
{
    const int oldest = location_oldest(ranks[rank].location, rank);

    return oldest > ranks[rank].tried ? oldest : ranks[rank].tried + 1;
}

/* The first rank whose load may return a store that has not been tried; or -1. */
static int rank_next(void)
{
    for (int rank = 0; rank < rank_count; rank++)
        if (!ranks[rank].fibre.ended && store_first(rank) <= location_newest(ranks[rank].location))
            return rank;
    return -1;
}

/* Resumes the load with the chosen store; after a poll in vain, which changes nothing, tries the
 * next alternative. False if there is none. */
static bool choice_take(struct choice *choice)
{
    struct rank *rank = &ranks[choice->rank];

    for (; choice->store <= choice->newest; choice->store++) {
        rank->store = choice->store;
        rank->vain = false;
        rank_resume(choice->rank);
        if (!rank->vain) {
            choice->fits = true;
            return true;
        }
    }
    rank->tried = choice->newest;
    rank->fits |= choice->fits;
    return choice->later || !choice->fits;
}

/* True if all ranks have ended. Otherwise the rest wait in vain, or for stores already tried. */
static bool execution_ended(void)
{
    bool ended = true, fits = false;

    for (int rank = 0; rank < rank_count; rank++)
        if (!ranks[rank].fibre.ended) {
            ended = false;
            fits |= ranks[rank].fits;
        }
    if (!ended && !fits)
        snprintf(verdict.fault, sizeof verdict.fault, "deadlock");
    return ended;
}

static void execute(void start(void), void live(int rank))
{
    plain_reset();
    atomics_reset();
    choice_now = 0;
    start();
    for (int rank = 0; rank < rank_count && !verdict.fault[0]; rank++) {
        fibre_begin(&ranks[rank].fibre, STACK, live, rank);
        rank_resume(rank);
    }
    for (int rank; !verdict.fault[0] && (rank = rank_next()) >= 0;) {
        struct choice *choice = &choices[choice_now++];
        const struct rank *next = &ranks[rank];

        if (choice_now > choice_count) {
            if (choice_count++ == CHOICES_MOST)
                abort();
            *choice = (struct choice){.rank = rank,
                                      .location = next->location,
                                      .number = next->number,
                                      .store = store_first(rank),
                                      .newest = location_newest(next->location)};
        }
        if (!choice_take(choice))
            return;
    }
    if (!verdict.fault[0])
        verdict.executions += execution_ended();
}

/* Moves to the next alternative of the last load that has one. */
static bool backtrack(void)
{
    for (; choice_count > 0; choice_count--) {
        struct choice *last = &choices[choice_count - 1];

        if (last->store < last->newest || (last->store == last->newest && last->later)) {
            last->store++;
            return true;
        }
    }
    return false;
}

struct verdict model_explore(int count, uint64_t most, void start(void), void live(int rank))
{
    bool more;

    rank_count = count;
    choice_count = 0;
    verdict = (struct verdict){0};
    do {
        execute(start, live);
        more = backtrack();
    } while (!verdict.fault[0] && more && --most > 0);
    verdict.exhaustive = !verdict.fault[0] && !more;
    return verdict;
}
