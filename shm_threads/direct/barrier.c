/* SPDX-License-Identifier: BSD-3-Clause */
/* In rounds (rounds.h): a rank announces itself when all that it hears have arrived; below the top
 * it waits until it is told that all have, at the top until the others of each round have announced
 * themselves. The number of the run replaces parity and sense (Mellor-Crummey and Scott 1991), so
 * nothing is ever reset: a flag has one writer, and its readers accept any number not below their
 * own. */
#include "shm_threads/direct/line.h"
#include "shm_threads/direct/rounds.h"

enum { UP, DOWN, ROUND }; /* slots; each round has one */

static struct line *slot_of(const struct job *job, int rank, int slot)
{
    return endpoint_of(job, rank)->slots[slot];
}

static void run(struct job *job)
{
    struct rounds *mine = job->state;
    const uint64_t step = ++mine->box.step;

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

IMPLEMENTATION(DIRECT_PATH, direct, barrier, IN_ROUNDS, .run = run, .copies = "0", .lines = "G - 1",
               .waits = "G - 1",
               .summary = "up to 16 ranks on one cache announce themselves to each other; of more, "
                          "leaders of caches and packages do");
