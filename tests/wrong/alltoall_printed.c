/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: all blocks are read into one place, as the thesis prints it. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    for (int j = 1; j < job->ranks; j++)
        memcpy(job->recv + (size_t)job->rank * job->bytes,
               job->peers[rank_before(job, j)]->send + (size_t)job->rank * job->bytes, job->bytes);
}

IMPLEMENTATION(threads, wrong, alltoall_printed, .run = run, .complete = all_done,
               .summary = "one place for all blocks");
