/* SPDX-License-Identifier: BSD-3-Clause */
/* Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors", ACM TOCS 9 (1991), algorithm 11: up a tree in which each rank waits for four,
 * and down another in which each wakes two. */
#include "shm_threads/direct/direct.h"

enum { ARRIVALS = 4, WAKE_UPS = 2 };

/* What the parent writes, in a line of this rank's. */
static _Atomic uint64_t *wake_up(const struct job *job, int rank)
{
    return &endpoint_of(job, rank)->slots[0]->number;
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    for (int i = 1; i <= ARRIVALS && ARRIVALS * job->rank + i < job->ranks; i++)
        flag_wait(&endpoint_of(job, ARRIVALS * job->rank + i)->arrived, step);
    if (job->rank != ROOT) {
        flag_set(&mine->arrived, step); /* this rank, and all below it, have begun */
        flag_wait(wake_up(job, job->rank), step);
    }
    for (int i = 1; i <= WAKE_UPS && WAKE_UPS * job->rank + i < job->ranks; i++)
        flag_set(wake_up(job, WAKE_UPS * job->rank + i), step); /* all have begun */
}

IMPLEMENTATION(threads, combining_tree, barrier, ENDPOINT, .run = run, .copies = "0",
               .lines = "at most 3 log2 P + 2", .waits = "at most 3 log2 P + 2",
               .summary = "each rank waits for four others, and when all have come wakes up two");
