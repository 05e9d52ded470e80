/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 0 stops when the last task has been taken, not when it is done. */
#include "comops/contract/tasks.h"

static void run(struct job *job)
{
    const size_t place = task_place(job, tasks_of(job) - 1);

    if (job->rank == ROOT)
        memcpy(job->recv, job->send, place);
}

IMPLEMENTATION(threads, wrong, master_worker, .run = run, .summary = "the last task not awaited");
