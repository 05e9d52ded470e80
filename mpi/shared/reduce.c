/* SPDX-License-Identifier: BSD-3-Clause */
/* With two ranks or a short vector, each rank that needs the result merges all ranks' pieces.
 * Otherwise each rank merges its share of every piece and stores it for those that need it; while
 * the others do so, it stores its next piece. */
#include "mpi/shared/shared_reductions.h"

static void run(struct job *job)
{
    reduce(job, ROOT);
}

static void run_allreduce(struct job *job)
{
    reduce(job, ALL_RANKS);
}

IMPLEMENTATION(mpi, shared, reduce, SHARED_LANE, .run = run, .copies = "3, 2 with 2 ranks",
               .lines = "P-1", .waits = "P-1",
               .summary = "stored into a shared window; short vectors are merged by the root, long "
                          "ones by each rank in shares, piece by piece");
IMPLEMENTATION(mpi, shared, allreduce, SHARED_LANE, .run = run_allreduce,
               .copies = "3, 2 with 2 ranks", .lines = "P-1", .waits = "P-1",
               .summary = "stored into a shared window; short vectors are merged by all, long ones "
                          "by each rank in shares, piece by piece");
