/* SPDX-License-Identifier: BSD-3-Clause */
/* In levels (hierarchy.h): a rank announces itself when all that it leads have come; the members of
 * the top wait for each other, all others for their leader, who then lets its own group go. The
 * number of the run replaces parity and sense (Mellor-Crummey and Scott 1991), so nothing is ever
 * reset: a flag has one writer, and its readers accept any number not below their own. */
#include "shm_threads/direct/hierarchy.h"
#include "shm_threads/direct/line.h"

enum { UP, DOWN }; /* slots */

static struct line *slot_of(const struct job *job, int rank, int slot)
{
    return endpoint_of(job, rank)->slots[slot];
}

static void run(struct job *job)
{
    struct hierarchy *mine = job->state;
    const uint64_t step = ++mine->box.step;

    for (int i = 1; i < mine->group; i++)
        turn_wait(job, slot_of(job, mine->list[i], UP), step);
    turn_set(slot_of(job, job->rank, UP), step); /* this rank, and all it leads, have begun */
    if (mine->parent != NOBODY)
        turn_wait(job, slot_of(job, mine->parent, DOWN), step);
    for (int i = 0; i < mine->tops; i++)
        if (hierarchy_tops(mine)[i] != job->rank)
            turn_wait(job, slot_of(job, hierarchy_tops(mine)[i], UP), step);
    if (mine->group > 1)
        turn_set(slot_of(job, job->rank, DOWN), step); /* all ranks have begun */
}

IMPLEMENTATION(DIRECT_PATH, direct, barrier, HIERARCHY, .run = run, .copies = "0", .lines = "G - 1",
               .waits = "G - 1",
               .summary = "up to 16 ranks on one cache announce themselves to each other; of more, "
                          "leaders of caches, nodes and packages do");
