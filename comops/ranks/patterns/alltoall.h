/* SPDX-License-Identifier: BSD-3-Clause */
/* A block from every rank to every rank, in any order. */
#pragma once

#include "comops/ranks/patterns/buffers.h"

static inline void alltoall_fill(struct job *job, uint64_t repetition)
{
    for (int receiver = 0; receiver < job->ranks; receiver++)
        marks_write(job->send + (size_t)receiver * job->bytes, job->bytes, job->rank, receiver,
                    repetition);
}

static inline bool alltoall_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check_slices(job, job->rank, repetition, fault);
}

/* All but the name, what a run does, and the check. */
#define ALLTOALL_DATA                                                                              \
    .bytes_mean = "the block for one receiver, as in osu_alltoall and IMB Alltoall",               \
    .rate_formula = "(ranks - 1) x bytes / time: the blocks a rank receives from others",          \
    .unit = 1, .min_ranks = 2, .messages = 1, .send_bytes = buffer_bytes_all,                      \
    .recv_bytes = buffer_bytes_all, .rate_bytes = buffer_rate_others, .fill = alltoall_fill

#define ALLTOALL_PATTERN(...)                                                                      \
    PATTERN(__VA_ARGS__,                                                                           \
            .completion = "A run ends on a rank when the blocks of all ranks are in its receive "  \
                          "buffer and its send buffer may be rewritten.",                          \
            ALLTOALL_DATA, .marked = true, .check = alltoall_check)
