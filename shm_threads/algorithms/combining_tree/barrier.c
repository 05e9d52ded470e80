/* SPDX-License-Identifier: BSD-3-Clause */
/* Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors", ACM TOCS 9 (1991), algorithm 11: up a tree in which each rank waits for four,
 * and down another in which each wakes two. */
#include "shm_threads/direct/line.h"

enum { ARRIVALS = 4, WAKE_UPS = 2 };
enum { ARRIVAL, WAKE_UP }; /* slots of a rank's, which it and its parent write */

static struct line *slot_of(const struct job *job, int rank, int slot)
{
    return endpoint_of(job, rank)->slots[slot];
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    for (int i = 1; i <= ARRIVALS && ARRIVALS * job->rank + i < job->ranks; i++)
        turn_wait(slot_of(job, ARRIVALS * job->rank + i, ARRIVAL), step);
    if (job->rank != ROOT) {
        turn_set(slot_of(job, job->rank, ARRIVAL), step); /* it, and all below it, have begun */
        turn_wait(slot_of(job, job->rank, WAKE_UP), step);
    }
    for (int i = 1; i <= WAKE_UPS && WAKE_UPS * job->rank + i < job->ranks; i++)
        turn_set(slot_of(job, WAKE_UPS * job->rank + i, WAKE_UP), step); /* all have begun */
}

IMPLEMENTATION(threads, combining_tree, barrier, ENDPOINT, .run = run, .copies = "0",
               .lines = "at most 3 log2 P + 2", .waits = "at most 3 log2 P + 2",
               .summary = "each rank waits for four others, and when all have come wakes up two");
