/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4 and appendix A (whose prose calls it the get version;
 * the listing puts). In print the odd ranks are told nothing and a barrier ends the run; here they
 * are told like the others, so that no barrier is needed. In print the flag is set back to NO, with
 * the barrier to keep runs apart; here it only grows. Two `end if` too many are left out. */
#include "comops/comops.h"
#include "shmem/flags.h"
#include "shmem/tree.h"

#include <shmem.h>

static void run(struct job *job)
{
    const long step = flags_step(job);
    const char *data = job->rank == ROOT ? job->send : job->recv;

    if (job->rank != ROOT) {
        tell(job, READY, step, tree_parent(job->rank));
        await(job, DONE, step, tree_parent(job->rank)); /* the data are there */
    }
    for (int away = tree_reach(job->rank, job->ranks); away > 0; away /= 2) {
        const int child = job->rank + away;

        if (child >= job->ranks)
            continue;
        await(job, READY, step, child); /* its receive buffer is free */
        shmem_putmem(job->recv, data, job->bytes, child);
        tell(job, DONE, step, child);
    }
}

IMPLEMENTATION(shmem, put, tree_broadcast, .run = run, .setup = flags_setup,
               .teardown = flags_teardown,
               .summary = "down a binomial tree: shmem_putmem, shmem_fence, a flag");
