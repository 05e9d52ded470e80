/* SPDX-License-Identifier: BSD-3-Clause */
/* XHC (groups.h): members set a flag of their own, which their leader collects, and poll one flag
 * of the leader's. */
#include "shm_threads/algorithms/xhc/groups.h"

static void run(struct job *job)
{
    struct groups *mine = job->state;
    const uint64_t step = ++mine->board.box.step;

    for (int i = 0; i < mine->count; i++)
        flag_wait(&endpoint_of(job, mine->members[i])->arrived, step);
    if (mine->leader >= 0) {
        flag_set(&mine->board.box.arrived, step); /* this rank, and all it leads, have begun */
        flag_wait(&endpoint_of(job, mine->leader)->finished, step);
    }
    if (mine->count)
        flag_set(&mine->board.box.finished, step); /* all ranks have begun */
}

IMPLEMENTATION(threads, xhc, barrier, GROUPS, .run = run, .copies = "0", .lines = "G", .waits = "G",
               .summary = "leaders of caches, nodes and packages collect flags and pass on when "
                          "all are there");
