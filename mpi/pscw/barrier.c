/* SPDX-License-Identifier: BSD-3-Clause */
/* Empty epochs among all ranks: a rank that has waited knows that every other has completed, and so
 * has begun. */
#include "mpi/pscw/pscw.h"

static void run(struct job *job)
{
    epoch_post(job);
    epoch_start(job);
    epoch_complete(job);
    epoch_wait(job); /* all have begun */
}

IMPLEMENTATION(mpi, pscw, barrier, PSCW_OTHERS, .run = run, .waits = "2",
               .summary = "an empty epoch among all ranks (MPI_Win_post, start, complete, wait)");
