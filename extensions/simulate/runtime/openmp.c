/* SPDX-License-Identifier: BSD-3-Clause */
/* Barrier, critical section, lock and single by the algorithms of GCC 12's libgomp on Linux,
 * rewritten with C11 atomics; neither its source nor its library is used. Compiled watched, so each
 * access is charged like those of an implementation. simulation.md, "OpenMP", says
 * what is left out. */
#include "extensions/simulate/runtime/runtime.h"

#include "comops/comops.h"
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/openmp_calls.h"
#include "comops/ranks/watch/watch.h"

#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SPINS = 300000 }; /* polls before a wait sleeps, if OMP_WAIT_POLICY is not set */

/* The layout of libgomp's team structure in these lines. */
struct openmp_team {
    alignas(CACHE_LINE) int ranks;
    _Atomic int generation; /* barriers reached by all ranks */
    alignas(CACHE_LINE) _Atomic int awaited;
    alignas(CACHE_LINE) int tasks; /* none: implementations have no tasks */
    int cancelled;
    alignas(CACHE_LINE) _Atomic long singles; /* begun */
    struct {
        alignas(CACHE_LINE) long singles; /* that this rank has reached */
    } of[];
};

/* Written before the ranks begin; its line has nothing else. */
static struct {
    alignas(CACHE_LINE) struct openmp_team *team;
    double pause, spin, sleep; /* ns: a pause; a wait before it sleeps; sleep and wake-up */
    double call;               /* ns: a system call that wakes nobody */
} runtime;

/* Returns when the word has another value. */
static void word_await(const _Atomic int *word, int value)
{
    const double begin = engine_now();

    while (atomic_load_explicit(word, memory_order_relaxed) == value)
        poll_pause();
    if (engine_now() - begin > runtime.spin)
        engine_work(runtime.sleep);
}

/* The last to arrive releases the others, which spin on a line without the counter. */
void GOMP_barrier(void)
{
    struct openmp_team *const team = runtime.team;
    const int generation = atomic_load_explicit(&team->generation, memory_order_relaxed);

    /* Acquire and release: after the barrier all see what each did before it. */
    if (atomic_fetch_sub_explicit(&team->awaited, 1, memory_order_acq_rel) != 1) {
        word_await(&team->generation, generation);
        atomic_thread_fence(memory_order_acquire);
        return;
    }
    atomic_store_explicit(&team->awaited, team->ranks, memory_order_relaxed);
    team->cancelled = 0;
    if (team->tasks)
        abort();
    atomic_store_explicit(&team->generation, generation + 1, memory_order_release);
    engine_work(runtime.call); /* to wake those that sleep, even if none does */
}

/* Relaxed: the barrier behind it orders data. */
bool GOMP_single_start(void)
{
    struct openmp_team *const team = runtime.team;
    long before = team->of[watch_rank].singles++;

    return atomic_compare_exchange_strong_explicit(&team->singles, &before, before + 1,
                                                   memory_order_relaxed, memory_order_relaxed);
}

enum { FREE, TAKEN };

static bool mutex_try(_Atomic int *mutex)
{
    int found = FREE;

    return atomic_compare_exchange_strong_explicit(mutex, &found, TAKEN, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* If the last holder of a mutex wants it again at once, while others spin on it, chance decides,
 * because a line arrives in the middle of a loop. Without chance, in a simulation, one rank could
 * win forever. Here such a holder wins once; then it waits until another has had the mutex. Not
 * watched, so it costs nothing else. */
#define NOT_WATCHED __attribute__((no_sanitize_thread, noinline))

static struct {
    const _Atomic int *mutex; /* the last one that ranks have taken */
    int holder, waiting;      /* its last holder; ranks that spin on it */
    bool again;               /* the holder has had it twice, while others waited */
} contest;

NOT_WATCHED static bool contest_lost(const _Atomic int *mutex)
{
    return contest.mutex == mutex && contest.waiting > 0 && contest.again &&
           contest.holder == watch_rank;
}

NOT_WATCHED static void contest_won(const _Atomic int *mutex)
{
    const bool same = contest.mutex == mutex;

    contest.again = same && contest.waiting > 0 && contest.holder == watch_rank;
    contest.waiting = same ? contest.waiting : 0;
    contest.mutex = mutex;
    contest.holder = watch_rank;
}

NOT_WATCHED static void contest_wait(const _Atomic int *mutex, int more)
{
    if (contest.mutex == mutex)
        contest.waiting += more;
}

static void mutex_lock(_Atomic int *mutex)
{
    while (contest_lost(mutex))
        engine_work(runtime.pause);
    if (!mutex_try(mutex)) {
        contest_wait(mutex, 1);
        do
            word_await(mutex, TAKEN);
        while (!mutex_try(mutex));
        contest_wait(mutex, -1);
    }
    contest_won(mutex);
}

static void mutex_unlock(_Atomic int *mutex)
{
    atomic_exchange_explicit(mutex, FREE, memory_order_release);
}

static int own_number(void)
{
    return watch_rank;
}

static int team_size(void)
{
    return runtime.team->ranks;
}

bool openmp_open(int ranks, const struct machine *machine)
{
    struct openmp_team *team =
        aligned_alloc(alignof(struct openmp_team), sizeof *team + (size_t)ranks * sizeof *team->of);

    if (team)
        *team = (struct openmp_team){.ranks = ranks, .awaited = ranks};
    contest.mutex = NULL;
    runtime.team = team;
    runtime.pause = machine->pause;
    runtime.spin = SPINS * (machine->pause + machine->hit);
    runtime.sleep = machine->futex;
    runtime.call = machine->futex_call;
    return team;
}

/* A pause for ranks that poll with it, since each has its own core. */
int sched_yield(void)
{
    poll_pause();
    return 0;
}
