/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix B, as printed: the last element is not reset, so
 * the poll passes at what the last run left, and a child gets what its parent has not yet got. */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_get(job, (struct planted){.data = LATE, .polls = NOW, .highest = job->ranks - 1});
}

IMPLEMENTATION(mpi, sentinel_never_reset, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close, .summary = "the sentinel is that of the run before");
