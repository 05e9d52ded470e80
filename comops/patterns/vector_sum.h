/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of all ranks' vectors on every rank, by any algorithm. */
#pragma once

#include "comops/patterns/buffers.h"
#include "comops/patterns/elements.h"

static void vector_sum_fill(struct job *job, uint64_t repetition)
{
    elements_write(job, SUM_DOUBLE, job->bytes, repetition);
}

static bool vector_sum_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return elements_check(job, SUM_DOUBLE, 0, repetition, fault);
}

#define VECTOR_SUM_PATTERN(algorithm, ...)                                                         \
    PATTERN(.name = algorithm, __VA_ARGS__,                                                        \
            .completion = "A run ends on a rank when the sum of all ranks' doubles is in its "     \
                          "receive buffer and its send buffer may be rewritten.",                  \
            .bytes_mean = "each rank's vector of doubles, as in allreduce",                        \
            .rate_formula = "bytes / time",                                                        \
            .source = "Worley 1999 (" algorithm "); equal to MPI_Allreduce with MPI_SUM",          \
            .unit = sizeof(double), .min_ranks = 2, .messages = 1, .send_bytes = buffer_bytes,     \
            .recv_bytes = buffer_bytes, .rate_bytes = buffer_rate, .fill = vector_sum_fill,        \
            .check = vector_sum_check)
