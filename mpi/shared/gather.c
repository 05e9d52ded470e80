/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank stores its slice, and the root loads one after the other, piece by piece. */
#include "mpi/shared/ring.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        copy(job->recv, job->send, job->bytes);
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        if (job->rank != ROOT) {
            wait_free(job, ROOT, step);
            piece_write(job, step, 0, job->send + at, piece);
            continue;
        }
        for (int from = 1; from < job->ranks; from++)
            piece_read(job, from, step, 0, job->recv + (size_t)from * job->bytes + at, piece);
        set_taken(job, step);
    }
}

IMPLEMENTATION(
    mpi, shared, gather, SHARED_LANE, .run = run, .copies = "2", .lines = "P-1", .waits = "P-1",
    .summary =
        "each rank stores into its segment of a shared window, the root loads, piece by piece");
