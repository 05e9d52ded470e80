/* SPDX-License-Identifier: BSD-3-Clause */
/* A message from every rank to the next one. */
#pragma once

#include "comops/ranks/patterns/buffers.h"

static bool shift_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, rank_before(job, 1), repetition, fault);
}

#define SHIFT_DATA                                                                                 \
    .bytes_mean = "the message of one rank",                                                       \
    .rate_formula = "bytes / time: what each rank sends and receives", .unit = 1, .min_ranks = 2,  \
    .messages = 1,                                                                                 \
    .marked = true, .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes,                        \
    .rate_bytes = buffer_rate, .fill = buffer_fill, .check = shift_check
