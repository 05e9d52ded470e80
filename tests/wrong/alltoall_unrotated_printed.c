/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the loop ends before the last rank, as if the paper's p were the highest one. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    for (int from = 0; from < job->ranks - 1; from++)
        memcpy(job->recv + (size_t)from * job->bytes,
               job->peers[from]->send + (size_t)job->rank * job->bytes, job->bytes);
}

IMPLEMENTATION(threads, wrong, alltoall_unrotated_printed, .run = run, .complete = all_done,
               .summary = "the last rank's block left out");
