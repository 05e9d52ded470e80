/* SPDX-License-Identifier: BSD-3-Clause */
/* The tasks of master_worker, each a message of job->bytes in rank 0's buffers. */
#pragma once

#include "comops/comops.h"

static inline int tasks_of(const struct job *job)
{
    return 8 * job->ranks;
}

static inline size_t tasks_bytes(const struct job *job)
{
    return (size_t)tasks_of(job) * job->bytes;
}

static inline size_t task_place(const struct job *job, int task)
{
    return (size_t)task * job->bytes;
}
