/* SPDX-License-Identifier: BSD-3-Clause */
/* As alltoall, but the data stored for this rank are merged instead of copied. */
#include "mpi/shared/ring.h"

/* Merges one piece of this rank's slice from all ranks' lanes. */
static void merge(struct job *job, uint64_t step, size_t at, size_t piece)
{
    const char *other = job->send + (size_t)job->rank * job->bytes + at;
    char *into = job->recv + at;

    for (int j = 1; j < job->ranks; j++) {
        reduce_local(job->reduction, into, other,
                     piece_await(job, rank_before(job, j), step, job->rank, piece), piece);
        other = into;
    }
}

static void run(struct job *job)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        for (int j = 1; j < job->ranks; j++) {
            const int to = rank_after(job, j);

            wait_free(job, to, step);
            piece_write(job, step, to, job->send + (size_t)to * job->bytes + at, piece);
        }
        merge(job, step, at, piece);
        set_taken(job, step);
    }
}

IMPLEMENTATION(mpi, shared, reduce_scatter, SHARED_LANES, .run = run, .copies = "2", .lines = "P-1",
               .waits = "P-1",
               .summary = "each rank stores a slice for every other into a shared window and "
                          "merges those stored for it, piece by piece");
