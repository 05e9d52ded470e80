/* SPDX-License-Identifier: BSD-3-Clause */
/* One message each way: pingpong, and distant over all partners. */
#pragma once

#include "comops/ranks/contract/partner.h"
#include "comops/ranks/patterns/buffers.h"

static size_t pingpong_bytes(const struct job *job)
{
    return partner_takes_part(job) ? job->bytes : 0;
}

static bool pingpong_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, partner_of(job), repetition, fault);
}

#define PINGPONG_PATTERN(...)                                                                      \
    PATTERN(__VA_ARGS__, .rate_formula = "bytes / time (time is one way: half the round trip)",    \
            .unit = 1, .min_ranks = 2, .messages = 2, .non_overlapping = true, .answers = true,    \
            .marked = true,                                                                        \
            .send_bytes = pingpong_bytes, .recv_bytes = pingpong_bytes, .rate_bytes = buffer_rate, \
            .fill = buffer_fill, .check = pingpong_check)
