/* SPDX-License-Identifier: BSD-3-Clause */
/* Gets as Luecke, Spanoyannis and Kraeva 2004 print and time them: a fence of all ranks before the
 * loop, and one in each run, which ends the run's epoch and begins the next. A rank stores its next
 * message within that epoch, before the common start of a run; in the unified memory model
 * (MPI-3.1, section 11.4) the gets after that start see it. */
#pragma once

#include "mpi/rma_window.h"

static inline bool one_fence_setup(struct job *job)
{
    const bool created = window_over_send(job);

    if (created)
        window_fence(job, 0); /* the first epoch begins */
    return created;
}

static inline void one_fence_teardown(struct job *job)
{
    if (job->state)
        window_fence(job,
                     MPI_MODE_NOSUCCEED); /* the last epoch, in which there is no access, ends */
    window_free(job);
}

#define ONE_FENCE .setup = one_fence_setup, .teardown = one_fence_teardown, .waits = "1"
