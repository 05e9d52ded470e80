/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of messages from senders to receivers, who answer: bandwidth, and message_rate over the
 * number of pairs. */
#pragma once

#include "comops/contract/window.h"
#include "comops/patterns/buffers.h"

static size_t bandwidth_send_bytes(const struct job *job)
{
    return window_sends(job) ? window_bytes(job->bytes) : 0;
}

static size_t bandwidth_recv_bytes(const struct job *job)
{
    return window_receives(job) ? window_bytes(job->bytes) : 0;
}

static double bandwidth_rate_messages(const struct job *job)
{
    return (double)window_pairs(job) * window_messages(job->bytes);
}

static double bandwidth_rate_bytes(const struct job *job)
{
    return bandwidth_rate_messages(job) * (double)job->bytes;
}

static bool bandwidth_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, window_partner(job), repetition, fault);
}

#define BANDWIDTH_PATTERN(...)                                                                     \
    PATTERN(__VA_ARGS__, .unit = 1, .min_ranks = 2, .messages = 1, .answers = true,                \
            .send_bytes = bandwidth_send_bytes, .recv_bytes = bandwidth_recv_bytes,                \
            .rate_bytes = bandwidth_rate_bytes, .rate_messages = bandwidth_rate_messages,          \
            .fill = buffer_fill, .check = bandwidth_check)
