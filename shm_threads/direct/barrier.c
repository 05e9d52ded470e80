/* SPDX-License-Identifier: BSD-3-Clause */
/* In levels (hierarchy.h): a rank announces itself when all that it leads have come; the members of
 * the top wait for each other, all others for their leader, who then lets its own group go. The
 * number of the run replaces parity and sense (Mellor-Crummey and Scott 1991), so nothing is ever
 * reset: a flag has one writer, and its readers accept any number not below their own. */
#include "shm_threads/direct/hierarchy.h"

static void run(struct job *job)
{
    struct hierarchy *mine = job->state;
    const uint64_t step = ++mine->box.step;

    for (int i = 1; i < mine->group; i++)
        flag_wait(&endpoint_of(job, mine->list[i])->arrived, step);
    flag_set(&mine->box.arrived, step); /* this rank, and all it leads, have begun */
    if (mine->parent >= 0)
        flag_wait(&endpoint_of(job, mine->parent)->finished, step);
    for (int i = 0; i < mine->tops; i++)
        if (hierarchy_tops(mine)[i] != job->rank)
            flag_wait(&endpoint_of(job, hierarchy_tops(mine)[i])->arrived, step);
    if (mine->group > 1)
        flag_set(&mine->box.finished, step); /* all ranks have begun */
}

IMPLEMENTATION(DIRECT_PATH, direct, barrier, HIERARCHY, .run = run, .copies = "0", .lines = "G - 1",
               .waits = "G - 1",
               .summary = "up to 16 ranks on one cache announce themselves to each other; of more, "
                          "leaders of caches, nodes and packages do");
