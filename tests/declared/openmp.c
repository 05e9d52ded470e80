/* SPDX-License-Identifier: BSD-3-Clause */
/* The OpenMP that implementations over threads use, counted: who waits for whom. The calls are
 * GCC's. The simulator's (runtime) is another, made of the atomic accesses of a library,
 * which are not declared. */
#include "comops/ranks/watch/openmp_calls.h"
#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/team.h"

/* One for all: no implementation has two. */
static struct {
    bool taken;
    int holder; /* the last one of this run */
    struct chain chain;
} lock;

static bool single_begun; /* in this run: no implementation has two */

void constructs_begin(void)
{
    lock.holder = -1;
    single_begun = false;
}

/* A rank that looks whether it is its turn lets the other come. */
static void mutex_lock(_Atomic int *mutex)
{
    (void)mutex;
    team_yield();
    while (lock.taken)
        team_yield();
    lock.taken = true;
    if (lock.holder >= 0 && lock.holder != watch_rank)
        counts_polled(lock.chain);
}

static void mutex_unlock(_Atomic int *mutex)
{
    (void)mutex;
    lock.holder = watch_rank;
    lock.chain = counts_chain();
    lock.taken = false;
}

void GOMP_barrier(void)
{
    counts_barrier();
}

bool GOMP_single_start(void)
{
    const bool first = !single_begun;

    single_begun = true;
    return first;
}

static int own_number(void)
{
    return watch_rank;
}

static int team_size(void)
{
    return team_ranks();
}
