/* SPDX-License-Identifier: BSD-3-Clause */
/* The OpenMP that implementations over threads use, counted. The calls are GCC's. */
#include "counted.h"
#include "counts.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>

void GOMP_barrier(void);
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);

/* One for all: no implementation has two. */
static struct {
    pthread_mutex_t mutex;
    int holder; /* the last one of this run */
    struct chain chain;
} lock = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void locks_begin(void)
{
    lock.holder = -1;
}

static void take(void)
{
    pthread_mutex_lock(&lock.mutex);
    if (lock.holder >= 0 && lock.holder != counts_rank)
        counts_waited(lock.chain);
}

static void give(void)
{
    lock.holder = counts_rank;
    lock.chain = counts_chain();
    pthread_mutex_unlock(&lock.mutex);
}

void GOMP_barrier(void)
{
    counts_barrier();
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
    sched_yield(); /* a rank that looks whether it is its turn lets the other come */
    take();
}

void omp_unset_lock(omp_lock_t *its)
{
    (void)its;
    give();
}
