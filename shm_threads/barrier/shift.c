/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2, in the style of Luo 1996. */
#include "comops/ranks/contract/buffer_bytes.h"

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier /* all messages are in the temporary */
    memcpy(job->recv, job->temporary + (size_t)rank_before(job, 1) * job->bytes, job->bytes);
#pragma omp barrier /* all ranks have read: the next run may write */
}

IMPLEMENTATION(threads, barrier, shift, .run = run, .temporary_bytes = buffer_bytes_all,
               .copies = "2", .crossings = "P", .lines = "1", .waits = "2",
               .summary = "each rank copies its message to a shared temporary, barrier, copies out "
                          "its left neighbour's, barrier");
