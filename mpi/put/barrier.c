/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost of a fence: it ends one epoch and begins the next, without any puts. Without assertions
 * a rank leaves it only after all have entered it (MPI-3.1, section 11.5.1); a fence that ends no
 * epoch (MPI_MODE_NOPRECEDE) guarantees nothing. */
#include "mpi/rma_window.h"

static bool setup(struct job *job)
{
    if (!window_create(job, NULL, 0, 0))
        return false;
    fence_before_puts(job); /* begins the first run's epoch */
    return true;
}

static void teardown(struct job *job)
{
    if (job->state)
        window_fence(job, MPI_MODE_NOSUCCEED); /* ends the last run's epoch */
    window_free(job);
}

static void run(struct job *job)
{
    window_fence(job, 0); /* all ranks have entered it */
}

IMPLEMENTATION(mpi, put, barrier, .run = run, .setup = setup, .teardown = teardown, .waits = "1",
               .summary = "one MPI_Win_fence with nothing pending");
