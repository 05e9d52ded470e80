/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's tasks, which the ranks run in the barrier. */
#include "comops/ranks/contract/tasks.h"

static void run(struct job *job)
{
    for (int task = 0; job->rank == ROOT && task < tasks_of(job); task++) {
        const size_t place = task_place(job, task);

#pragma omp task firstprivate(place)
        memcpy(job->recv + place, job->send + place, job->bytes);
    }
#pragma omp barrier /* all tasks are done */
}

IMPLEMENTATION(threads, library, master_worker, .run = run, .copies = "1", .lines = "2",
               .waits = "1", .summary = "#pragma omp task; the ranks run tasks in a barrier");
