/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix B, as printed but for the sentinel: polls by gets
 * until the data have come, before any fence. Neither the data nor the polls need arrive before it.
 * */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_get(job,
             (struct planted){
                 .data = LATE, .polls = LATE, .sentinel_set = true, .highest = job->ranks - 1});
}

IMPLEMENTATION(mpi, polls_a_get_within_its_epoch, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close,
               .summary = "waits for what only the fence after it completes");
