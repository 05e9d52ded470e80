/* SPDX-License-Identifier: BSD-3-Clause */
/* What implementations call of GCC's OpenMP runtime but its barrier and single, for a stand-in of
 * it: the file that includes this has the functions declared here. */
#pragma once

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>

static void mutex_lock(_Atomic int *mutex); /* 0: free */
static void mutex_unlock(_Atomic int *mutex);
static int own_number(void);
static int team_size(void);

void GOMP_barrier(void);
bool GOMP_single_start(void);
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

/* GCC gives each name a pointer, NULL at first, and each lock four bytes: room for the mutex. */
void GOMP_critical_name_start(void **name)
{
    mutex_lock((_Atomic int *)name);
}

void GOMP_critical_name_end(void **name)
{
    mutex_unlock((_Atomic int *)name);
}

/* One for all updates that no instruction can do. */
static _Atomic int updating;

void GOMP_atomic_start(void)
{
    mutex_lock(&updating);
}

void GOMP_atomic_end(void)
{
    mutex_unlock(&updating);
}

int omp_get_thread_num(void)
{
    return own_number();
}

int omp_get_num_threads(void)
{
    return team_size();
}

void omp_init_lock(omp_lock_t *lock)
{
    atomic_store_explicit((_Atomic int *)lock, 0, memory_order_relaxed);
}

void omp_destroy_lock(omp_lock_t *lock)
{
    (void)lock;
}

void omp_set_lock(omp_lock_t *lock)
{
    mutex_lock((_Atomic int *)lock);
}

void omp_unset_lock(omp_lock_t *lock)
{
    mutex_unlock((_Atomic int *)lock);
}
