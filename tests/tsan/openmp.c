/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for the part of GCC's OpenMP runtime that the threads worker calls. libgomp is not
 * instrumented: the thread sanitizer sees neither its barriers nor its locks, and reports races
 * that are none. Here each is made of what it does see, and orders no more than OpenMP promises: a
 * barrier all ranks, a critical section or a lock those that take it. A call that is missing here
 * is an error of the linker.
 *
 * Not pthread_barrier_t: a rank that wakes late is taken to have seen all that the others did up to
 * their next arrival, which hides just the races that a missing barrier makes. */
#include "comops/ranks/arena/meeting.h"
#include "comops/ranks/watch/openmp_calls.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_task(void (*body)(void *), void *data, void (*copy)(void *, void *), long bytes,
               long alignment, bool deferred, unsigned flags, void **depends, int priority,
               void *detach);

struct member {
    pthread_t thread;
    int number;
};

static struct {
    void (*body)(void *);
    void *data;
    int size;
    struct member *members;
    struct meeting_point barrier;
} team;

static _Thread_local int number;

static void *live(void *argument)
{
    number = ((struct member *)argument)->number;
    team.body(team.data);
    return NULL;
}

/* The calling thread is number 0, as in OpenMP. */
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)flags;
    team.body = body;
    team.data = data;
    team.size = (int)threads;
    team.barrier = (struct meeting_point){.ranks = threads, .oversubscribed = true};
    team.members = calloc(threads, sizeof *team.members);
    if (!team.members)
        abort();
    for (int i = 1; i < team.size; i++) {
        team.members[i].number = i;
        if (pthread_create(&team.members[i].thread, NULL, live, &team.members[i]))
            abort();
    }
    body(data);
    for (int i = 1; i < team.size; i++)
        pthread_join(team.members[i].thread, NULL);
    free(team.members);
}

void GOMP_barrier(void)
{
    meeting_meet(&team.barrier);
}

static _Thread_local long singles; /* that this thread has reached */

/* For the first thread to come. Relaxed: it orders nothing. */
bool GOMP_single_start(void)
{
    static atomic_long begun;
    long before = singles++;

    return atomic_compare_exchange_strong_explicit(&begun, &before, before + 1,
                                                   memory_order_relaxed, memory_order_relaxed);
}

/* Acquire: what the last holder did is seen after this. */
static void mutex_lock(_Atomic int *mutex)
{
    while (atomic_exchange_explicit(mutex, true, memory_order_acquire))
        sched_yield();
}

/* Release: what this holder did is done when the next one has it. */
static void mutex_unlock(_Atomic int *mutex)
{
    atomic_store_explicit(mutex, false, memory_order_release);
}

/* At once, as OpenMP permits. */
void GOMP_task(void (*body)(void *), void *data, void (*copy)(void *, void *), long bytes,
               long alignment, bool deferred, unsigned flags, void **depends, int priority,
               void *detach)
{
    (void)bytes, (void)alignment, (void)deferred, (void)flags, (void)depends, (void)priority,
        (void)detach;
    if (copy)
        abort();
    body(data);
}

static int own_number(void)
{
    return number;
}

static int team_size(void)
{
    return team.size;
}

void omp_set_dynamic(int dynamic)
{
    (void)dynamic;
}

int omp_get_thread_limit(void)
{
    return INT_MAX;
}

int omp_get_max_active_levels(void)
{
    return 1;
}

double omp_get_wtime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
