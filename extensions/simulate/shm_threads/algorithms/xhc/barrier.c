/* SPDX-License-Identifier: BSD-3-Clause */
/* XHC: members set a flag of their own, which their leader collects, and poll one flag
 * of the leader's. */
#include "extensions/simulate/shm_threads/algorithms/xhc/xhc_groups.h"

enum { UP, DOWN }; /* slots */

static void run(struct job *job)
{
    struct groups *mine = job->state;
    struct endpoint *endpoint = &mine->board.endpoint;
    const uint64_t step = ++endpoint->step;

    for (int i = 0; i < mine->count; i++)
        turn_wait(endpoint_of(job, mine->members[i])->slots[UP], step);
    if (mine->leader >= 0) {
        turn_set(endpoint->slots[UP], step); /* this rank, and all it leads, have begun */
        turn_wait(endpoint_of(job, mine->leader)->slots[DOWN], step);
    }
    if (mine->count)
        turn_set(endpoint->slots[DOWN], step); /* all ranks have begun */
}

IMPLEMENTATION(threads, xhc, barrier, GROUPS, .run = run, .copies = "0", .lines = "G", .waits = "G",
               .summary = "leaders of caches, nodes and packages collect flags and pass on when "
                          "all are there");
