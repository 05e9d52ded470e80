/* SPDX-License-Identifier: BSD-3-Clause */
/* The tree of Luecke, Spanoyannis and Kraeva 2004, test 4: each rank loads from its parent's
 * segment and stores into its own for its children, piece by piece, so that all levels work at
 * once. Appendices B and C watch an element of the data that is never reset; here a number
 * accompanies the data. */
#include "comops/ranks/contract/tree.h"
#include "mpi/shared/ring.h"

static void wait_children(const struct job *job, uint64_t step)
{
    for (int distance = tree_top(job); distance > 0; distance /= 2)
        if (tree_child(job, distance) >= 0)
            wait_free(job, tree_child(job, distance), step);
}

static void run(struct job *job)
{
    const char *data = tree_data(job);

    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        if (job->rank != ROOT) {
            piece_read(job, tree_parent(job), step, 0, job->recv + at, piece);
            set_taken(job, step);
        }
        if (tree_child(job, 1) >= 0) { /* it has children */
            wait_children(job, step);
            piece_write(job, step, 0, data + at, piece);
        }
    }
}

IMPLEMENTATION(mpi, shared, tree_broadcast, SHARED_LANE, .run = run, .copies = "2 log2 P",
               .lines = "log2 P", .waits = "log2 P",
               .summary = "down a binomial tree: loaded from the parent's segment of a shared "
                          "window, stored into the rank's own, piece by piece");
