/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong synchronization and sharing of work: each pattern must reject its own. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/single.h"
#include "comops/ranks/contract/tasks.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Rank 0 waits until all have come, but no other rank waits for rank 0. */
static _Atomic uint64_t arrived; /* ranks other than rank 0, in all runs so far */
static uint64_t expected;        /* rank 0's own */

static void barrier_run(struct job *job)
{
    if (job->rank != ROOT) {
        atomic_fetch_add(&arrived, 1);
        return;
    }
    expected += (uint64_t)job->ranks - 1;
    while (atomic_load(&arrived) < expected)
        sched_yield();
}

IMPLEMENTATION(threads, wrong, barrier, .run = barrier_run, .summary = "ranks that do not wait");

/* Read and written in two steps, between which all others read the same value. */
static uint64_t counter;

static void counter_run(struct job *job)
{
    const uint64_t value = counter;

#pragma omp barrier /* all have read it */
    if (job->rank == ROOT)
        counter = value + 1;
    *(uint64_t *)job->recv = value;
#pragma omp barrier /* it has been written */
}

static void counter_complete(struct job *job)
{
    uint64_t *values = (uint64_t *)job->recv;

    for (int rank = 1; job->rank == ROOT && rank < job->ranks; rank++)
        values[rank] = *(const uint64_t *)job->peers[rank]->recv;
    if (job->rank == ROOT) {
        values[job->ranks] = counter;
        counter = 0;
    }
#pragma omp barrier /* the counter is 0 */
}

IMPLEMENTATION(threads, wrong, counter, .run = counter_run, .complete = counter_complete,
               .summary = "read and written in two steps");

/* Each rank reads the shared vector before it enters, and writes it inside. */
static bool mutual_exclusion_setup(struct job *job)
{
    job->state = malloc(job->bytes);
    if (job->rank == ROOT)
        memset(job->temporary, 0, job->bytes);
    return job->state;
}

static void mutual_exclusion_teardown(struct job *job)
{
    free(job->state);
}

static void mutual_exclusion_run(struct job *job)
{
    reduce_local(SUM_INT64, job->state, job->temporary, job->send, job->bytes);
#pragma omp barrier /* all have read it */
#pragma omp critical(wrong_mutual_exclusion)
    memcpy(job->temporary, job->state, job->bytes);
}

static void mutual_exclusion_complete(struct job *job)
{
#pragma omp barrier /* all have written it */
    if (job->rank == ROOT) {
        memcpy(job->recv, job->temporary, job->bytes);
        memset(job->temporary, 0, job->bytes);
    }
#pragma omp barrier /* the vector is 0 */
}

IMPLEMENTATION(threads, wrong, mutual_exclusion, .run = mutual_exclusion_run,
               .setup = mutual_exclusion_setup, .teardown = mutual_exclusion_teardown,
               .complete = mutual_exclusion_complete, .temporary_bytes = buffer_bytes,
               .summary = "read before the section, written in it");

/* Looked at and claimed in two steps, between which all others look: all execute. */
static bool claimed;

static void single_run(struct job *job)
{
    const bool executes = !claimed;

#pragma omp barrier /* all have looked */
    if (executes) {
        claimed = true;
        memcpy(job->recv, job->send, job->bytes);
    }
    single_words(job)[job->rank] = executes;
#pragma omp barrier /* all have claimed */
    if (job->rank == ROOT)
        claimed = false;
#pragma omp barrier /* the next run may look */
}

static void single_complete(struct job *job)
{
#pragma omp barrier /* all have written their words */
    single_words_collect(job);
#pragma omp barrier /* all have read them */
}

IMPLEMENTATION(threads, wrong, single, .run = single_run, .complete = single_complete,
               .summary = "looked at and claimed in two steps");

/* Rank 0 stops when the last task has been taken, not when it is done. */
static void master_worker_run(struct job *job)
{
    const size_t place = task_place(job, tasks_of(job) - 1);

    if (job->rank == ROOT)
        memcpy(job->recv, job->send, place);
}

IMPLEMENTATION(threads, wrong, master_worker, .run = master_worker_run,
               .summary = "the last task not awaited");
