/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5. Each rank stores a piece for every other into a
 * separate lane, then loads the others' pieces for it, in rotated order, so that they do not all
 * access the same rank; or all in rank order, against which the paper warns. */
#include "mpi/shared/ring.h"

/* Modulo ranks, the j-th rank to store for is `first` + j, and the j-th to load from is `first` + j
 * or `first` - j. */
static void exchange(struct job *job, int first, int begin, bool backwards)
{
    const int ranks = job->ranks, own = job->rank;

    copy(job->recv + (size_t)own * job->bytes, job->send + (size_t)own * job->bytes, job->bytes);
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        for (int j = begin; j < ranks; j++) {
            const int to = (first + j) % ranks;

            if (to == own)
                continue;
            wait_free(job, to, step);
            piece_write(job, step, to, job->send + (size_t)to * job->bytes + at, piece);
        }
        for (int j = begin; j < ranks; j++) {
            const int from = (first + (backwards ? ranks - j : j)) % ranks;

            if (from != own)
                piece_read(job, from, step, own, job->recv + (size_t)from * job->bytes + at, piece);
        }
        set_taken(job, step);
    }
}

static void run(struct job *job)
{
    exchange(job, job->rank, 1, true);
}

static void run_unrotated(struct job *job)
{
    exchange(job, 0, 0, false);
}

IMPLEMENTATION(mpi, shared, alltoall, SHARED_LANES, .run = run, .copies = "2", .lines = "P-1",
               .waits = "P-1",
               .summary = "each rank stores its blocks into a shared window and loads those for "
                          "it, in rotated order, piece by piece");
IMPLEMENTATION(mpi, shared, alltoall_unrotated, SHARED_LANES, .run = run_unrotated, .copies = "2",
               .lines = "P-1", .waits = "P-1",
               .summary = "each rank stores its blocks into a shared window and loads those for "
                          "it, starting with rank 0, piece by piece");
