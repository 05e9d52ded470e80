/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4 and appendix A (whose prose calls it the get version;
 * the listing puts). There the odd ranks have no flag and a barrier ends the run; here all ranks
 * have one, so no barrier is needed. There the flag is reset to NO, and the barrier separates runs;
 * here it only grows. Two surplus `end if` are omitted. */
#include "comops/ranks/contract/tree.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    if (job->rank != ROOT) {
        notify(job, READY, step, tree_parent(job));
        await(job, DONE, step, tree_parent(job)); /* the data have arrived */
    }
    for (int away = tree_top(job); away > 0; away /= 2) {
        const int child = tree_child(job, away);

        if (child < 0)
            continue;
        await(job, READY, step, child); /* its receive buffer is free */
        shmem_putmem(job->recv, tree_data(job), job->bytes, child);
        notify(job, DONE, step, child);
    }
}

IMPLEMENTATION(shmem, put, tree_broadcast, FLAGS, .run = run, .copies = "log2 P",
               .waits = "2 log2 P",
               .summary = "down a binomial tree: shmem_putmem, shmem_fence, a flag");
