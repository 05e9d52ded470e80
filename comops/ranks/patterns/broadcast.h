/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0's buffer to every other rank, by any route. */
#pragma once

#include "comops/ranks/patterns/buffers.h"

static size_t broadcast_recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? 0 : job->bytes;
}

static bool broadcast_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, ROOT, repetition, fault);
}

/* All but the name and what a run does. */
#define BROADCAST_DATA                                                                             \
    .bytes_mean = "the buffer that every rank receives, as in osu_bcast and IMB Bcast",            \
    .rate_formula = "bytes / time", .unit = 1, .min_ranks = 2, .messages = 1,                      \
    .marked = true,                                                                                \
    .send_bytes = buffer_bytes_root, .recv_bytes = broadcast_recv_bytes,                           \
    .rate_bytes = buffer_rate, .fill = buffer_fill, .check = broadcast_check

#define BROADCAST_PATTERN(...)                                                                     \
    PATTERN(__VA_ARGS__,                                                                           \
            .completion = "A run ends on rank 0 when its buffer may be rewritten, on the others "  \
                          "when the data are in the receive buffer.",                              \
            BROADCAST_DATA)
