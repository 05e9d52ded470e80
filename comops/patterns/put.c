/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

enum { SENDER = 0, RECEIVER = 1 };

static size_t send_bytes(const struct job *job)
{
    return job->rank == SENDER ? job->bytes : 0;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == RECEIVER ? job->bytes : 0;
}

static double rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    if (job->rank == SENDER)
        marks_write(job->send, job->bytes, SENDER, RECEIVER, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return job->rank != RECEIVER ||
           marks_check(job->recv, job->bytes, SENDER, RECEIVER, repetition, fault);
}

PATTERN(.name = "put",
        .summary = "rank 0 writes into rank 1's memory, timed until the call returns: a lower bound",
        .completion = "A run ends on rank 0 when the call has returned and its buffer may be rewritten; that the "
                      "data arrive is checked, but not timed.",
        .bytes_mean = "one message",
        .rate_formula = "bytes / time",
        .source = "ARSC T3D Users' Newsletter 56 (1995), table 2", .unit = 1, .min_ranks = 2,
        .messages = 1, .isolated = true, .send_bytes = send_bytes, .recv_bytes = recv_bytes,
        .rate_bytes = rate_bytes, .fill = fill, .check = check);
