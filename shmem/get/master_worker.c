/* SPDX-License-Identifier: BSD-3-Clause */
/* The PEs take the next task from rank 0's counter, get its message and put the result. In a run
 * each takes one number too many, so runs begin at known numbers. */
#include "comops/ranks/contract/tasks.h"
#include "shmem/symmetric_flags.h"

/* Behind the flags: the counter's line, and a message. */
static bool setup(struct job *job)
{
    if (!flags_open(job, CACHE_LINE_PAIR + job->bytes))
        return false;
    memset(flags_workspace(job), 0, CACHE_LINE_PAIR);
    shmem_barrier_all(); /* it is zero before the first number is taken */
    return true;
}

static void take_tasks(const struct job *job, long first)
{
    long *next = flags_workspace(job), task;
    char *message = (char *)next + CACHE_LINE_PAIR;

    while ((task = shmem_long_atomic_fetch_add(next, 1, ROOT) - first) < tasks_of(job)) {
        const size_t place = task_place(job, (int)task);

        shmem_getmem(message, job->send + place, job->bytes, ROOT);
        shmem_putmem(job->recv + place, message, job->bytes, ROOT);
    }
}

static void run(struct job *job)
{
    const long step = flags_step(job), numbers = tasks_of(job) + job->ranks;

    if (job->rank == ROOT)
        notify_all(job, READY, step); /* there are tasks */
    else
        await(job, READY, step, ROOT);
    take_tasks(job, (step - 1) * numbers);
    if (job->rank == ROOT)
        await_all(job, DONE, step);
    else
        notify(job, DONE, step, ROOT); /* its results have arrived */
}

IMPLEMENTATION(
    shmem, get, master_worker, .run = run, .setup = setup, .teardown = flags_teardown,
    .summary = "each PE takes the next task from a counter, gets it and puts its result");
