/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the length is in words and is taken for one in bytes. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->recv, job->peers[job->series]->send, job->bytes / sizeof(uint64_t));
}

IMPLEMENTATION(threads, wrong, distant_get, .run = run, .complete = all_done,
               .summary = "an eighth read");
