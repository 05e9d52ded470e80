/* SPDX-License-Identifier: BSD-3-Clause */
/* Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
 * Programming 17 (1988); Mellor-Crummey and Scott 1991, algorithm 9: in round k each rank notifies
 * the one 2^k after it and waits for the one 2^k before it. The number of the run replaces parity
 * and sense. */
#include "shm_threads/direct/line.h"

enum { ROUNDS = SLOTS }; /* 2^16 ranks */

/* What the rank 2^round before this one writes. */
static struct line *notice(const struct job *job, int rank, int round)
{
    return endpoint_of(job, rank)->slots[round];
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    for (int round = 0; round < ROUNDS && 1 << round < job->ranks; round++) {
        turn_set(notice(job, rank_after(job, 1 << round), round), step);
        turn_wait(notice(job, job->rank, round), step);
    }
}

IMPLEMENTATION(threads, dissemination, barrier, ENDPOINT, .run = run, .copies = "0",
               .lines = "log2 P", .waits = "log2 P",
               .summary = "in each round a flag to the rank twice as far away as before");
