/* SPDX-License-Identifier: BSD-3-Clause */
/* The root stores each piece once, and all others load it. The root may run ahead. */
#include "mpi/shared/ring.h"

static void run(struct job *job)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        if (job->rank == ROOT) {
            wait_free(job, ALL_RANKS, step);
            piece_write(job, step, 0, job->send + at, piece);
        } else {
            piece_read(job, ROOT, step, 0, job->recv + at, piece);
            set_taken(job, step);
        }
    }
}

IMPLEMENTATION(
    mpi, shared, broadcast, SHARED_LANE, .run = run, .copies = "2", .lines = "1", .waits = "1",
    .summary = "the root stores into a shared window, all others load from it, piece by piece");
