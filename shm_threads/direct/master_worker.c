/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranks take the next task themselves, from a counter behind rank 0's endpoint. In a run each
 * rank takes one number too many, so runs begin at known numbers. */
#include "comops/ranks/contract/tasks.h"
#include "shm_threads/direct/direct.h"

struct tasks {
    struct endpoint endpoint;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t next; /* rank 0's counts */
};

static bool setup(struct job *job)
{
    return direct_allocate(job, sizeof(struct tasks));
}

static void take_tasks(const struct job *job, uint64_t first)
{
    const struct job *root = job->peers[ROOT];
    _Atomic uint64_t *next = &((struct tasks *)endpoint_of(job, ROOT))->next;
    uint64_t task;

    /* Relaxed: the number orders no data. */
    while ((task = atomic_fetch_add_explicit(next, 1, memory_order_relaxed) - first) <
           (uint64_t)tasks_of(job)) {
        const size_t place = task_place(job, (int)task);

        memcpy(root->recv + place, root->send + place, job->bytes);
    }
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step, numbers = (uint64_t)(tasks_of(job) + job->ranks);

    if (job->rank == ROOT)
        flag_set(&mine->arrived, step); /* there are tasks */
    else
        flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    take_tasks(job, (step - 1) * numbers);
    if (job->rank == ROOT)
        FLAG_WAIT_ALL(job, finished, step);
    else
        flag_set(&mine->finished, step); /* its tasks are done */
}

IMPLEMENTATION(DIRECT_PATH, direct, master_worker, .shared = true, .setup = setup,
               .teardown = state_free, .run = run, .copies = "1", .lines = "3", .waits = "2",
               .summary = "each rank takes the next task from a counter, and copies in place");
