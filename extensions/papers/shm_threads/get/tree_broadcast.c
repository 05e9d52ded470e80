/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix B: a token to each child, which then gets.
 * In the listing children watch their last element, which is never reset, so the data of the
 * previous broadcast could pass; here a get returns when the data have arrived. */
#include "comops/ranks/contract/tree.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT) {
        const struct job *parent = job->peers[tree_parent(job)];

        get_when_ready(job, parent->rank, job->recv, tree_data(parent), step);
    }
    for (int bit = tree_top(job); bit > 0; bit /= 2)
        if (tree_child(job, bit) >= 0)
            notify_ready(job, tree_child(job, bit), step);
    for (int bit = tree_top(job); bit > 0; bit /= 2)
        if (tree_child(job, bit) >= 0)
            wait_done(job, tree_child(job, bit), step); /* the buffer may be rewritten */
}

IMPLEMENTATION(threads, get, tree_broadcast, MAILBOX, .run = run, .copies = "log2 P",
               .crossings = "P-1", .lines = "2 log2 P + 1", .waits = "log2 P + 1",
               .summary = "each child gets its parent's data when a flag says that they are ready");
