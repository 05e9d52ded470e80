/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix C, as printed but for its loops and the sentinel:
 * polls memory into which another puts, before any fence. The put need not arrive before it. */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_put(job, (struct planted){.data = LATE, .sentinel_set = true, .highest = job->ranks - 1});
}

IMPLEMENTATION(mpi, polls_a_put_within_its_epoch, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close,
               .summary = "waits for what only the fence after it completes");
