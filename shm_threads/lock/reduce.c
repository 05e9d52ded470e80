/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, reduction, with lock-and-wait as in the Convex ping-pong (pingpong.c) instead of
 * critical section and barrier. The lock protects a shared temporary, the number of vectors merged
 * in it, and the number of results the root has taken. A rank only waits while the root has not
 * taken the previous result. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/state.h"

#include <omp.h>

static omp_lock_t lock;
static int merged;
static uint64_t taken;

/* job->state, private. */
struct own {
    uint64_t step; /* runs this rank has begun */
};

static bool setup(struct job *job)
{
    if (job->rank == ROOT) {
        omp_init_lock(&lock);
        merged = 0;
        taken = 0;
    }
    return state_allocate(job, sizeof(struct own));
}

static void teardown(struct job *job)
{
    if (job->rank == ROOT)
        omp_destroy_lock(&lock);
    state_free(job);
}

/* Gives other ranks a chance to take the lock. */
static void retake(void)
{
    omp_unset_lock(&lock);
    poll_pause();
    omp_set_lock(&lock);
}

static void run(struct job *job)
{
    const uint64_t step = ++((struct own *)job->state)->step;

    omp_set_lock(&lock); /* acquire: earlier merges are visible */
    while (taken + 1 < step)
        retake();
    if (merged++ == 0)
        memcpy(job->temporary, job->send, job->bytes);
    else
        reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
    if (job->rank == ROOT) {
        while (merged < job->ranks)
            retake();
        memcpy(job->recv, job->temporary, job->bytes);
        merged = 0;
        taken = step;
    }
    omp_unset_lock(&lock); /* release: vectors, count and result are seen together */
}

IMPLEMENTATION(threads, lock, reduce, .run = run, .setup = setup, .teardown = teardown,
               .temporary_bytes = buffer_bytes, .copies = "2", .lines = "P", .waits = "P",
               .summary = "each rank in turn merges into a shared temporary under a lock; the root "
                          "polls the lock until all have");
