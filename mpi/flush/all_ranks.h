/* SPDX-License-Identifier: BSD-3-Clause */
/* For patterns in which every rank writes into the windows of all others. */
#pragma once

#include "mpi/flush.h"

/* Returns when all windows are free: each rank notifies each. */
static inline void all_ranks_begin(const struct job *job)
{
    window_sync(job);
    for (int j = 1; j < job->ranks; j++)
        notify_and_await(rank_before(job, j), rank_after(job, j), READY);
}

/* Returns when all puts have arrived everywhere; the send buffers may be rewritten. */
static inline void all_ranks_end(const struct job *job)
{
    MPI_Win_flush_all(window_of(job));
    for (int j = 1; j < job->ranks; j++)
        notify_and_await(rank_after(job, j), rank_before(job, j), ARRIVED);
    window_sync(job); /* the others' puts are visible */
}
