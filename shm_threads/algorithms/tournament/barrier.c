/* SPDX-License-Identifier: BSD-3-Clause */
/* Hensgen, Finkel and Manber 1988; Mellor-Crummey and Scott 1991, algorithm 10: in each round the
 * winner of a pair, known beforehand, waits for the loser and goes on to the next round; rank 0
 * wins all. Each then wakes the ranks that it has beaten, the last one first. */
#include "comops/ranks/contract/tree.h" /* a rank's children are those it beats */
#include "shm_threads/direct/line.h"

enum { ARRIVAL, WAKE_UP }; /* slots of the loser's, which it and its winner write */

static struct line *slot_of(const struct job *job, int loser, int slot)
{
    return endpoint_of(job, loser)->slots[slot];
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;
    const int last = tree_level(job); /* the distance to the rank that beats this one */

    for (int distance = 1; distance < last && tree_child(job, distance) > 0; distance *= 2)
        turn_wait(slot_of(job, tree_child(job, distance), ARRIVAL), step);
    if (job->rank != ROOT) {
        turn_set(slot_of(job, job->rank, ARRIVAL),
                 step); /* it, and all that it beats, have begun */
        turn_wait(slot_of(job, job->rank, WAKE_UP), step);
    }
    for (int distance = last / 2; distance > 0; distance /= 2)
        if (tree_child(job, distance) > 0)
            turn_set(slot_of(job, tree_child(job, distance), WAKE_UP), step); /* all have begun */
}

IMPLEMENTATION(threads, tournament, barrier, ENDPOINT, .run = run, .copies = "0",
               .lines = "2 log2 P", .waits = "2 log2 P",
               .summary = "winners wait for losers up a binomial tree, and wake them up down it");
