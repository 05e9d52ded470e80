/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix C, as printed but for its loops and the sentinel:
 * an inner rank takes the last element for the whole message and passes on what has not come. */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_put(job,
             (struct planted){
                 .data = NOW, .last_first = true, .sentinel_set = true, .highest = job->ranks - 1});
}

IMPLEMENTATION(mpi, only_the_last_element_watched, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close, .summary = "the last element is taken for the whole");
