/* SPDX-License-Identifier: BSD-3-Clause */
/* The OpenMP that implementations over threads use, counted: who waits for whom. The calls are
 * GCC's. The simulator's (simulate/runtime) is another, made of the atomic accesses of a library,
 * which are not declared. */
#include "simulate/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/team.h"

#include <omp.h>

void GOMP_barrier(void);
bool GOMP_single_start(void);
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

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

static void take(void)
{
    while (lock.taken)
        team_yield();
    lock.taken = true;
    if (lock.holder >= 0 && lock.holder != watch_rank)
        counts_waited(lock.chain);
}

static void give(void)
{
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

void GOMP_critical_name_start(void **name)
{
    (void)name;
    take();
}

void GOMP_critical_name_end(void **name)
{
    (void)name;
    give();
}

void GOMP_atomic_start(void)
{
    take();
}

void GOMP_atomic_end(void)
{
    give();
}

int omp_get_thread_num(void)
{
    return watch_rank;
}

int omp_get_num_threads(void)
{
    return team_ranks();
}

void omp_init_lock(omp_lock_t *its)
{
    (void)its;
}

void omp_destroy_lock(omp_lock_t *its)
{
    (void)its;
}

void omp_set_lock(omp_lock_t *its)
{
    (void)its;
    team_yield(); /* a rank that looks whether it is its turn lets the other come */
    take();
}

void omp_unset_lock(omp_lock_t *its)
{
    (void)its;
    give();
}
