/* SPDX-License-Identifier: BSD-3-Clause */
/* Both alternate between storing and loading, so that neither waits for a full ring. */
#include "comops/ranks/contract/window.h"
#include "mpi/shared/ring.h"

static void exchange(struct job *job, size_t message)
{
    const int other = 1 - job->rank;

    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        wait_free(job, other, step);
        piece_write(job, step, 0, job->send + message + at, piece);
        piece_read(job, other, step, 0, job->recv + message + at, piece);
        set_taken(job, step);
    }
}

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    for (int i = 0; i < window_messages(job->bytes); i++)
        exchange(job, (size_t)i * job->bytes);
}

IMPLEMENTATION(mpi, shared, bidirectional, SHARED_LANE, .run = run, .copies = "2", .lines = "80",
               .waits = "80",
               .summary = "both store into their segments of a shared window and load from the "
                          "other's, message by message");
