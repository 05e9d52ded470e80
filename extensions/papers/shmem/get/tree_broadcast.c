/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4: the tree of appendix B, which uses MPI_Get; the
 * paper has no such SHMEM version. There a rank polls the last element until it is not zero, which
 * hangs on a zero and accepts the previous trial's value; here the parent sets a flag. */
#include "comops/ranks/contract/tree.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);
    const int parent = tree_parent(job), top = tree_top(job);

    if (job->rank != ROOT) {
        await(job, READY, step, parent); /* the data are in its buffer */
        shmem_getmem(job->recv, parent == ROOT ? job->send : job->recv, job->bytes, parent);
        notify(job, DONE, step, parent);
    }
    for (int away = top; away > 0; away /= 2)
        if (tree_child(job, away) >= 0)
            notify(job, READY, step, tree_child(job, away));
    for (int away = top; away > 0; away /= 2)
        if (tree_child(job, away) >= 0)
            await(job, DONE, step, tree_child(job, away)); /* it has read this rank's buffer */
}

IMPLEMENTATION(shmem, get, tree_broadcast, FLAGS, .run = run, .copies = "log2 P",
               .waits = "log2 P + 1",
               .summary = "down a binomial tree: a flag, then shmem_getmem from the parent");
