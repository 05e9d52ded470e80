/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank stores each piece of its slice once, and all others load it, starting with their
 * neighbour's, so that they do not all access the same rank. */
#include "mpi/shared/ring.h"

static void run(struct job *job)
{
    copy(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        wait_free(job, ALL_RANKS, step);
        piece_write(job, step, 0, job->send + at, piece);
        for (int j = 1; j < job->ranks; j++) {
            const int from = rank_after(job, j);

            piece_read(job, from, step, 0, job->recv + (size_t)from * job->bytes + at, piece);
        }
        set_taken(job, step);
    }
}

IMPLEMENTATION(mpi, shared, allgather, SHARED_LANE, .run = run, .copies = "2", .lines = "P-1",
               .waits = "P-1",
               .summary = "each rank stores into its segment of a shared window once; all others "
                          "load it, in rotated order, piece by piece");
