/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix A, without its two surplus `end if`. Leaves
 * do not look at a flag: they have the data after the barrier. Flags count instead of being
 * reset. */
#include "comops/ranks/contract/tree.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const bool leaf = job->rank % 2 == 1 || job->rank == job->ranks - 1;
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT && !leaf)
        wait_done(job, tree_parent(job), step); /* the data have arrived */
    for (int away = tree_top(job); away > 0; away /= 2) {
        const int child = tree_child(job, away);

        if (child < 0)
            continue;
        put(job->peers[child]->recv, tree_data(job), job->bytes);
        if (away > 1 || job->rank == ROOT) {
            fence(); /* the data arrive before the flag */
            notify_done(job, child, step);
        }
    }
#pragma omp barrier /* the leaves have the data, and all may begin the next run */
}

IMPLEMENTATION(threads, put, tree_broadcast_printed, MAILBOX, .run = run,
               .copies = "log2 P", .lines = "2 log2 P - 2", .waits = "log2 P",
               .summary = "each rank that has the data puts them into its children's buffers, "
                          "fence, a flag except to odd leaves of others than the root; barrier");
