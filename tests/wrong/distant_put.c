/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: all but the last byte. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->peers[(int)job->series]->recv, job->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, distant_put, .run = run, .complete = all_done,
               .summary = "a byte too few");
