/* SPDX-License-Identifier: BSD-3-Clause */
/* Dissemination (Hensgen, Finkel and Manber 1988): in round k each rank notifies the one 2^k after
 * it and waits for the one 2^k before it; with two ranks, one line each way. The number of the run
 * replaces parity and sense (Mellor-Crummey and Scott 1991, algorithm 9), so nothing is ever reset.
 *
 * A round's line has one writer and one reader and lies in the writer's endpoint, so a rank only
 * looks up the one it waits for. The writer is at most one run ahead of the reader, which accepts
 * any number not below its own. */
#include "shm_threads/direct/direct.h"

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    for (int round = 0, distance = 1; distance < job->ranks; round++, distance *= 2) {
        const int before = job->rank - distance, from = before < 0 ? before + job->ranks : before;

        /* This rank, and all it has heard from, have begun. */
        flag_set(&mine->slots[round][0].number, step);
        flag_wait(&endpoint_of(job, from)->slots[round][0].number, step);
    }
}

IMPLEMENTATION(
    DIRECT_PATH, direct, barrier, ENDPOINT, .run = run, .copies = "0", .lines = "log2 P",
    .waits = "log2 P",
    .summary = "dissemination: in each round one cache line to the rank twice as far away");
