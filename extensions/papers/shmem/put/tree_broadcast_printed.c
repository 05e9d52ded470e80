/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix A, without its two surplus `end if`. Leaves
 * do not look at a flag: the barrier completes what was put to them. Flags count instead of being
 * reset. */
#include "comops/ranks/contract/tree.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const bool leaf = job->rank % 2 == 1 || job->rank == job->ranks - 1;
    const long step = flags_step(job);

    if (job->rank != ROOT && !leaf)
        await(job, DONE, step, tree_parent(job)); /* the data have arrived */
    for (int away = tree_top(job); away > 0; away /= 2) {
        const int child = tree_child(job, away);

        if (child < 0)
            continue;
        shmem_putmem(job->recv, tree_data(job), job->bytes, child);
        if (away > 1 || job->rank == ROOT)
            notify(job, DONE, step, child);
    }
    shmem_barrier_all(); /* the leaves have the data, and all may begin the next run */
}

IMPLEMENTATION(shmem, put, tree_broadcast_printed, FLAGS, .run = run, .copies = "log2 P",
               .waits = "log2 P",
               .summary = "down a binomial tree: shmem_putmem, shmem_fence, a flag except to odd "
                          "leaves of others than the root; shmem_barrier_all");
