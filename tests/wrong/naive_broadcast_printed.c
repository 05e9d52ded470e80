/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the last rank is taken for rank - 1, so it gets nothing. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    if (job->rank != ROOT && job->rank < job->ranks - 1)
        memcpy(job->recv, job->peers[ROOT]->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, naive_broadcast_printed, .run = run, .complete = all_done,
               .summary = "one rank left out");
