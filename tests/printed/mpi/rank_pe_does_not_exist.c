/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix B: `pe` is used for the highest rank and never
 * defined. As the number of ranks, its other meaning, it lets the root address a rank too many. */
#include "tests/printed/mpi/printed_tree.h"

static void run(struct job *job)
{
    tree_get(job, (struct planted){
                      .data = NOW, .polls = NOW, .sentinel_set = true, .highest = job->ranks});
}

IMPLEMENTATION(mpi, rank_pe_does_not_exist, tree_broadcast, .run = run, .setup = tree_setup,
               .teardown = late_close, .summary = "pe is the number of ranks");
