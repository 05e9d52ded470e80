/* SPDX-License-Identifier: BSD-3-Clause */
#include "shm_threads/direct/groups.h"

static void run(struct job *job)
{
    struct groups *mine = job->state;

    groups_meet(job, mine, ++mine->endpoint.step);
}

IMPLEMENTATION(DIRECT_PATH, direct, barrier, IN_GROUPS, .run = run, .copies = "0",
               .lines = "at most G - 1", .waits = "at most G - 1",
               .summary = "up to 16 ranks on one cache announce themselves to each other; of more, "
                          "leaders of caches and packages do (simulated only)");
