/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of all ranks' vectors on every rank, by any algorithm. */
#include "comops/ranks/patterns/buffers.h"
#include "comops/ranks/patterns/elements.h"

static void fill(struct job *job, uint64_t repetition)
{
    elements_write(job, SUM_DOUBLE, job->bytes, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
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
            .recv_bytes = buffer_bytes, .rate_bytes = buffer_rate, .fill = fill, .check = check)

VECTOR_SUM_PATTERN(
    "exchsum",
    .summary =
        "vector sum by exchange: log2(ranks) steps, each swapping the whole vector with a partner");

VECTOR_SUM_PATTERN(
    "halfsum", .summary = "vector sum by halving: halves are exchanged and summed, then collected");

VECTOR_SUM_PATTERN(
    "ringsum",
    .summary = "vector sum round a ring: slices are summed on the way, then passed round");
