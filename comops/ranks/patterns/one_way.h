/* SPDX-License-Identifier: BSD-3-Clause */
/* One message from one rank to another, or to itself. Before it includes this, a file defines
 * SENDER and RECEIVER, as numbers or as expressions of `job`. */
#pragma once

#include "comops/ranks/patterns/buffers.h"

static size_t one_way_send_bytes(const struct job *job)
{
    return job->rank == SENDER ? job->bytes : 0;
}

static size_t one_way_recv_bytes(const struct job *job)
{
    return job->rank == RECEIVER ? job->bytes : 0;
}

static bool one_way_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, SENDER, repetition, fault);
}

#define ONE_WAY_PATTERN(...)                                                                       \
    PATTERN(__VA_ARGS__, .rate_formula = "bytes / time", .unit = 1, .min_ranks = 2, .messages = 1, \
            .marked = true,                                                                        \
            .send_bytes = one_way_send_bytes, .recv_bytes = one_way_recv_bytes,                    \
            .rate_bytes = buffer_rate, .fill = buffer_fill, .check = one_way_check)
