/* SPDX-License-Identifier: BSD-3-Clause */
/* The root stores each rank's slice into a separate lane, piece by piece, so that all receivers
 * load at the same time. The naive broadcast (Luecke, Spanoyannis and Kraeva 2004, test 3) does the
 * same with one slice for all. */
#include "mpi/shared/ring.h"

/* Receiver r's slice begins at r times `distance`. */
static void distribute(struct job *job, size_t stride)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        if (job->rank != ROOT) {
            piece_read(job, ROOT, step, job->rank, job->recv + at, piece);
            set_taken(job, step);
            continue;
        }
        for (int to = 1; to < job->ranks; to++) {
            wait_free(job, to, step);
            piece_write(job, step, to, job->send + (size_t)to * stride + at, piece);
        }
    }
}

static void run(struct job *job)
{
    distribute(job, job->bytes);
    if (job->rank == ROOT)
        copy(job->recv, job->send, job->bytes);
}

static void run_broadcast(struct job *job)
{
    distribute(job, 0);
}

IMPLEMENTATION(mpi, shared, scatter, SHARED_LANES, .run = run, .copies = "2", .lines = "1",
               .waits = "1",
               .summary = "the root stores each slice into a shared window, its receiver loads it, "
                          "piece by piece");
IMPLEMENTATION(mpi, shared, naive_broadcast, SHARED_LANES, .run = run_broadcast, .copies = "2",
               .lines = "1", .waits = "1",
               .summary = "the root stores a copy for each rank into a shared window, one after "
                          "the other, piece by piece");
