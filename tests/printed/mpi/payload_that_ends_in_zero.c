/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix B, with the sentinel reset and all gets at once
 * complete: whoever waits for the last element to differ from zero waits for ever when it is zero.
 * */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_get(job, (struct planted){
                      .data = NOW, .polls = NOW, .sentinel_set = true, .highest = job->ranks - 1});
}

IMPLEMENTATION(mpi, payload_that_ends_in_zero, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close, .summary = "zero means that nothing has come");
