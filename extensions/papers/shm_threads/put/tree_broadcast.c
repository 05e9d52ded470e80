/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 4, appendix A: put, fence, put the flag. In the listing
 * two surplus `end if` close the else branch early; a leaf has no flag but waits in a barrier of
 * all ranks, which also separates one broadcast from the next. Here every child has a flag and says
 * itself when its buffer is free, so no barrier is needed. */
#include "comops/ranks/contract/tree.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank != ROOT) {
        notify_ready(job, tree_parent(job), step);
        wait_done(job, tree_parent(job), step);
    }
    for (int bit = tree_top(job); bit > 0; bit /= 2) {
        const int child = tree_child(job, bit);

        if (child < 0)
            continue;
        put_when_ready(job, child, job->peers[child]->recv, tree_data(job), step);
    }
}

IMPLEMENTATION(
    threads, put, tree_broadcast, MAILBOX, .run = run, .copies = "log2 P", .lines = "3 log2 P - 1",
    .waits = "2 log2 P",
    .summary = "each rank that has the data puts them into its children's buffers, fence, flag");
