/* SPDX-License-Identifier: BSD-3-Clause */
/* A shift by put, release fence and relaxed flag: with all fences it is right and must not be
 * reported; `unfenced` leaves out the one between data and flag and must be. */
#include "comops/ranks/contract/state.h"

#include <sched.h>
#include <stdatomic.h>

struct flags {
    _Atomic uint64_t ready, there; /* ready: my memory may be written; there: it has been */
    uint64_t step;
};

static bool setup(struct job *job)
{
    return state_allocate(job, sizeof(struct flags));
}

static void wait_for(_Atomic uint64_t *flag, uint64_t number)
{
    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        sched_yield();
}

static void shift(struct job *job, bool fence)
{
    struct job *right = job->peers[rank_after(job, 1)];
    struct flags *mine = job->state, *others = right->state;
    const uint64_t step = ++mine->step;

    atomic_thread_fence(memory_order_release); /* the last message has been used */
    atomic_store_explicit(&mine->ready, step, memory_order_relaxed);
    wait_for(&others->ready, step);
    memcpy(right->recv, job->send, job->bytes);
    if (fence)
        atomic_thread_fence(memory_order_release); /* the data are there before the flag is */
    atomic_store_explicit(&others->there, step, memory_order_relaxed);
    wait_for(&mine->there, step);
}

static void run_fenced(struct job *job)
{
    shift(job, true);
}

static void run_unfenced(struct job *job)
{
    shift(job, false);
}

#define SHIFT(name)                                                                                \
    static const struct implementation name = {.path = "threads",                                  \
                                               .protocol = #name,                                  \
                                               .pattern = "shift",                                 \
                                               .file = __FILE__,                                   \
                                               .summary = "put and flag",                          \
                                               .setup = setup,                                     \
                                               .run = run_##name,                                  \
                                               .teardown = state_free};                            \
    COMOPS_REGISTER("comops_implementations", implementation, name)

SHIFT(fenced);
SHIFT(unfenced);
