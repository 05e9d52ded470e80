/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank stores into its own segment, and its right neighbour loads from there. A rank waits
 * only for its two neighbours. */
#include "mpi/shared/ring.h"

static void run(struct job *job)
{
    const int right = rank_after(job, 1);
    const int left = rank_before(job, 1);

    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        wait_free(job, right, step);
        piece_write(job, step, 0, job->send + at, piece);
        piece_read(job, left, step, 0, job->recv + at, piece);
        set_taken(job, step);
    }
}

IMPLEMENTATION(mpi, shared, shift, SHARED_LANE, .run = run, .copies = "2", .lines = "1",
               .waits = "1",
               .summary = "each rank stores into its segment of a shared window, its right "
                          "neighbour loads, piece by piece");
