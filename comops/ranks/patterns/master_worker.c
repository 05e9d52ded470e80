/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/tasks.h"

static size_t buffer_bytes(const struct job *job)
{
    return job->rank == ROOT ? tasks_bytes(job) : 0;
}

static double rate_bytes(const struct job *job)
{
    return (double)tasks_bytes(job);
}

static void fill(struct job *job, uint64_t repetition)
{
    for (int task = 0; job->rank == ROOT && task < tasks_of(job); task++)
        marks_write(job->send + task_place(job, task), job->bytes, ROOT, task, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (int task = 0; job->rank == ROOT && task < tasks_of(job); task++)
        if (!marks_check(job->recv + task_place(job, task), job->bytes, ROOT, task, repetition,
                         fault)) {
            fault->offset += task_place(job, task);
            return false;
        }
    return true;
}

PATTERN(.name = "master_worker",
        .summary = "rank 0 assigns tasks to free ranks; each task copies a message to its result",
        .completion = "A run ends on rank 0 when the results of all tasks are in its receive "
                      "buffer, on the others when no task is left.",
        .bytes_mean = "the message of one task; there are 8 tasks for each rank",
        .rate_formula = "8 x ranks x bytes / time: all tasks",
        .source = "EPCC OpenMP micro-benchmarks (MASTER_TASK); the task farm of MPI programs",
        .unit = 1, .min_ranks = 2, .messages = 1, .send_bytes = buffer_bytes,
        .recv_bytes = buffer_bytes, .rate_bytes = rate_bytes, .fill = fill, .check = check);
