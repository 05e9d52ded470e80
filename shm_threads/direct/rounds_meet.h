/* SPDX-License-Identifier: BSD-3-Clause */
/* A barrier in rounds (rounds.h): a rank announces itself when all that it hears have arrived;
 * below the top it waits until it is told that all have, at the top until the others of each round
 * have announced themselves. The number of the run replaces parity and sense (Mellor-Crummey and
 * Scott 1991), so nothing is ever reset: a flag has one writer, and its readers accept any number
 * not below their own. */
#pragma once

#include "shm_threads/direct/line.h"
#include "shm_threads/direct/rounds.h"

/* Slots; each round has one. Those from FREE on are not used. */
enum { UP, DOWN, ROUND, FREE = ROUND + ROUNDS };

static inline struct line *slot_of(const struct job *job, int rank, int slot)
{
    return endpoint_of(job, rank)->slots[slot];
}

static inline void rounds_meet(struct job *job, struct rounds *mine, uint64_t step)
{
    for (int i = 1; i < mine->below; i++)
        turn_wait(job, slot_of(job, mine->list[i], UP), step);
    if (mine->parent != NOBODY) {
        turn_set(slot_of(job, job->rank, UP), step); /* this rank, and all it hears, have begun */
        turn_wait(job, slot_of(job, mine->teller, DOWN), step);
    }
    for (int round = 0, i = 0; round < mine->count; round++) {
        turn_set(slot_of(job, job->rank, ROUND + round), step);
        for (; i < mine->ends[round]; i++)
            if (mine->heard[i] != job->rank)
                turn_wait(job, slot_of(job, mine->heard[i], ROUND + round), step);
    }
    if (mine->tells)
        turn_set(slot_of(job, job->rank, DOWN), step); /* all ranks have begun */
}
